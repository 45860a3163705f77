import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { smtpTransport } from '../../supabase/functions/send-mail/transports/smtp.ts'
import { certificate, privateKey } from './certificate.ts'

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
  return {
    received,
    transport,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
