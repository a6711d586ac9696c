//! The program `finchess`.

fn main() -> std::process::ExitCode {
    finchess_cli::main()
}
