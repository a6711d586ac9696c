//! Saved states: a header that says whose state it is, and a body in `postcard`.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Changes whenever the same run would be saved differently.
const VERSION: u32 = 1;

#[derive(Serialize, serde::Deserialize)]
struct Header {
    algorithm: String,
    version: u32,
    /// Of the settings and the space of the genomes.
    settings: u64,
    /// Of the body.
    check: u64,
}

/// The bytes of a state.
pub(crate) fn seal<M: Serialize, S: Serialize>(name: &str, method: &M, state: &S) -> Vec<u8> {
    let body = bytes(state);
    let (settings, check) = (digest(&bytes(method)), digest(&body));
    let header = Header { algorithm: name.to_owned(), version: VERSION, settings, check };
    let mut sealed = bytes(&header);
    sealed.extend(body);
    sealed
}

/// The state of those bytes, or what is wrong with them.
pub(crate) fn open<M: Serialize, S: DeserializeOwned>(
    name: &str,
    method: &M,
    sealed: &[u8],
) -> Result<S, String> {
    let (header, body) = postcard::take_from_bytes::<Header>(sealed)
        .map_err(|_| "the header cannot be read".to_owned())?;
    if header.algorithm != name {
        return Err("it belongs to another algorithm".to_owned());
    }
    if header.version != VERSION {
        return Err(format!("version {} instead of {VERSION}", header.version));
    }
    if header.settings != digest(&bytes(method)) {
        return Err("it was saved with other settings".to_owned());
    }
    if header.check != digest(body) {
        return Err("it is damaged".to_owned());
    }
    match postcard::take_from_bytes(body) {
        Ok((state, [])) => Ok(state),
        Ok(_) => Err("bytes are left over".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What our own types serialise to. They have no maps with odd keys and no sequences of unknown
/// length, which is all that could fail when writing to memory.
fn bytes<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_stdvec(value).expect("plain data can be written to memory")
}

/// FNV-1a, finished by a strong mixer.
fn digest(bytes: &[u8]) -> u64 {
    let fold = |h: u64, byte: &u8| (h ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    seed::mix(bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold))
}
