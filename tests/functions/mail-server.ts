import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { smtpTransport } from '../../supabase/functions/send-mail/transports/smtp.ts'

/** For localhost; self-signed, so it is its own authority. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUUxgbIbzCHQeRnVSkul1caO1RkVUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAwNTYwM1oYDzIxMjYxMDMw
MDA1NjAzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQP+2GxO6rlOgm3J4G5lJKCIndFyddPqBwD+5dbstR0M+c9N/p4fz/S
GpUhkFTGVEMbsO/7hyavQSZe1w1P04Iao2kwZzAdBgNVHQ4EFgQUwfOyVuZdSnFv
Em9aCw03msxL3WgwHwYDVR0jBBgwFoAUwfOyVuZdSnFvEm9aCw03msxL3WgwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhALLhSYyPD6KGOqCWORXiLRGYtbgqXlAAKN0m63Ai2eaFAiAbUFHcC9lV
2Gyv9NBTsLlmJ3o+GKGTFiqXd3Rfdtovrg==
-----END CERTIFICATE-----`

const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFO6gOw/tM8Jc3GKh
Ey5zgw0md2gPRQkWZLlfY8moIkOhRANCAAQP+2GxO6rlOgm3J4G5lJKCIndFyddP
qBwD+5dbstR0M+c9N/p4fz/SGpUhkFTGVEMbsO/7hyavQSZe1w1P04Ia
-----END PRIVATE KEY-----`

type Received = { to: string[]; raw: string }

/** A mail server that requires TLS and a password. `refuse` responds to recipients with a status. */
export async function startMailServer(refuse: Record<string, number> = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    cert: certificate,
    key: privateKey,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'house' && password === 'right'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) => {
      const status = refuse[address]
      done(status ? Object.assign(new Error(`${address} refused`), { responseCode: status }) : null)
    },
    onData: (stream, { envelope }, done) => {
      const parts: Uint8Array[] = []
      stream.on('data', (part: Uint8Array) => parts.push(part))
      stream.on('end', () => {
        const raw = parts.map((part) => new TextDecoder().decode(part)).join('')
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const transport = (password = 'right') =>
    smtpTransport({ host: 'localhost', port, user: 'house', password, ca: certificate })
  return { received, transport, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
