//! HS256, the one algorithm with which scoped tokens are signed. The crate that reads the tokens leaves the cryptography to
//! whoever uses it; its own sets of algorithms would bring RSA and elliptic curves, which the bridge has no use for
//! (docs/decisions/0010-scoped-tokens.md).

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{self, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use sha2::Sha256;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key: &EncodingKey| Ok(Box::new(Hs256::new(algorithm, key.as_bytes())?)),
    verifier_factory: |algorithm, key: &DecodingKey| Ok(Box::new(Hs256::new(algorithm, key.try_get_as_bytes()?)?)),
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes it known to `jsonwebtoken`. A program that has chosen other cryptography for it before keeps that.
pub(super) fn install() {
    let _ = PROVIDER.install_default();
}

struct Hs256(Hmac<Sha256>);

impl Hs256 {
    fn new(algorithm: &Algorithm, key: &[u8]) -> Result<Hs256> {
        match algorithm {
            Algorithm::HS256 => Ok(Hs256(Hmac::new_from_slice(key).map_err(|_| ErrorKind::InvalidKeyFormat)?)),
            _ => Err(ErrorKind::UnsupportedAlgorithm.into()),
        }
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, signature::Error> {
        Ok(self.0.clone().chain_update(message).finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    /// Takes the same time for every signature of the right length.
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), signature::Error> {
        let computed = self.0.clone().chain_update(message);
        computed.verify_slice(signature).map_err(|_| signature::Error::new())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}
