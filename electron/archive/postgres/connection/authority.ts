import { X509Certificate } from 'node:crypto';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The SHA-256 fingerprint of each certificate of a PEM text, as `openssl x509 -fingerprint` prints it. Throws for a damaged one. */
export function authorityFingerprints(pem: string): readonly string[] {
  return (pem.match(certificate) ?? []).map(text => new X509Certificate(text).fingerprint256);
}

/** Whether the text has a certificate, and each of its certificates can be read. */
export function hasAuthority(pem: string): boolean {
  try {
    return authorityFingerprints(pem).length > 0;
  } catch {
    return false;
  }
}
