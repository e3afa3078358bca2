// Makes self-signed certificates for test servers that offer TLS. Clients use the certificate as their trusted
// authority.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A key and its certificate in PEM format. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** `name` is a subject alternative name: IP:127.0.0.1 or DNS:localhost. */
export function makeCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'portal-certificate-'))
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  try {
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test']
        .concat('-addext', `subjectAltName=${name}`)
        .concat('-keyout', files.key, '-out', files.cert),
      { stdio: 'ignore' },
    )
    return { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
