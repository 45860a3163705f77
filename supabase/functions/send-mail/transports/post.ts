import { SendFailure, type Transport } from '../message.ts'

/** Sends through an HTTPS interface that takes a message as JSON with a bearer token. Throws for an address that is not https. */
export function postTransport({ url, key }: { url: string; key: string }): Transport {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && hostname !== '127.0.0.1') throw new Error('MAIL_API_URL must be https')
  return async ({ id, from, to, subject, html, text, headers }) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      // The service may copy an ASCII subject into the header, where email clients would decode an encoded word (RFC 2047).
      body: JSON.stringify({ from, to: [to], subject: subject.replaceAll('=?', '= ?'), html, text, headers }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => {
      throw new SendFailure('unreachable', false)
    })
    await response.body?.cancel()
    // 401, 403 and 404 are faults of the configuration, which can be repaired.
    if (!response.ok)
      throw new SendFailure(`http_${response.status}`, [400, 413, 422].includes(response.status))
  }
}
