import { configReader, type Read } from '../_shared/config.ts'
import type { Transport } from './message.ts'
import { postTransport } from './transports/post.ts'
import { smtpTransport } from './transports/smtp.ts'

export type Config = {
  /** Shared with the invoker of the function only. */
  secret: string
  supabaseUrl: string
  /** A secret key of the project. */
  serviceKey: string
  /** Where links in emails lead. */
  siteUrl: string
  /** The sender, as in `Guildhall <house@your.site>`. */
  from: string
  send: Transport
}

/** The configuration in the function's secrets (docs/deploy.md), or the names of those that are missing. */
export function readConfig(read: Read): Config | { missing: string[] } {
  const { missing, need, serviceKey, siteUrl } = configReader(read)
  const config = {
    secret: need('SEND_MAIL_SECRET'),
    supabaseUrl: need('SUPABASE_URL'),
    serviceKey: serviceKey(),
    siteUrl: siteUrl(),
    from: need('MAIL_FROM'),
    send: read('MAIL_API_URL')
      ? postTransport({ url: need('MAIL_API_URL'), key: need('MAIL_API_KEY') })
      : smtpTransport({
          host: need('SMTP_HOST'),
          port: Number(read('SMTP_PORT') ?? 465),
          user: need('SMTP_USER'),
          password: need('SMTP_PASSWORD'),
        }),
  }
  return missing.length > 0 ? { missing } : config
}
