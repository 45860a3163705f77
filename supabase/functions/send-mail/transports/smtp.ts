import { SendFailure, type Transport } from '../message.ts'

type Options = { host: string; port: number; user: string; password: string; ca?: string }

type SmtpError = { code?: string; responseCode?: number; command?: string }

/** Sends by SMTP, always encrypted: from the first byte on port 465, after STARTTLS on others. `ca` is an additional authority. */
export function smtpTransport({ host, port, user, password, ca }: Options): Transport {
  // Lazy, so that an invocation without emails responds sooner.
  const opened = lazy(async () => {
    const [{ createTransport }, { default: words }] = await Promise.all([
      import('nodemailer'),
      import('nodemailer/lib/mime-funcs/index.js'),
    ])
    const mailer = createTransport({
      host,
      port,
      secure: port === 465,
      requireTLS: true,
      auth: { user, pass: password },
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(ca ? { tls: { ca } } : {}),
    })
    // nodemailer leaves ASCII as it is, and email clients would decode an encoded word that a person wrote (RFC 2047).
    const encoded = (text: string) => ({
      prepared: true,
      foldLines: true,
      value: words.encodeWord(text, 'Q', 52),
    })
    return { mailer, encoded }
  })
  return async ({ from, to, subject, html, text, headers }) => {
    const { mailer, encoded } = await opened()
    const { 'Message-ID': messageId, ...others } = headers
    await mailer
      .sendMail({
        from,
        // As objects, addresses are not parsed, so none of them can become two.
        to: { name: '', address: to },
        html,
        text,
        messageId,
        headers: { ...others, Subject: encoded(subject) },
      })
      .catch((error: SmtpError) => {
        throw failureOf(error)
      })
  }
}

/** Only a 5xx about this recipient or message is permanent: other failures are the server's or the configuration's. */
function failureOf({ code, responseCode, command }: SmtpError): SendFailure {
  if (responseCode === undefined)
    return new SendFailure(code === 'ETIMEDOUT' ? 'timeout' : 'unreachable', false)
  const aboutThis = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  return new SendFailure(`smtp_${responseCode}`, responseCode >= 500 && aboutThis)
}

function lazy<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open()
    return opened
  }
}
