import { type Attack, request } from './attack.ts'
import { table } from './table.ts'

const send = '/functions/v1/send-mail'

/** Reading, forging and holding back emails, and having them sent (D37). The publishable key is with every request. */
export const outbox: Attack[] = [
  ...table(
    {},
    String.raw`
  404 | GET outbox?select=* | the outbox as a table
  404 | anonymous GET outbox | the outbox as a table, as a visitor
  404 | admin GET outbox | the outbox as a table, as an admin
  406 PGRST106 | GET outbox | the outbox in its schema |  | {"accept-profile":"private"}
  406 PGRST106 | anonymous GET outbox | the outbox in its schema, as a visitor |  | {"accept-profile":"private"}
  406 PGRST106 | admin GET outbox | the outbox in its schema, as an admin |  | {"accept-profile":"private"}
  406 PGRST106 | POST outbox | an email of one's own | {"id":"{uuid}","kind":"order_placed","cause_id":"{order.victim}","recipient_id":"{mallory}"} | {"content-profile":"private"}
  406 PGRST106 | admin POST outbox | an email of an admin's own | {"id":"{uuid}","kind":"pool_low","recipient_id":"{victim}"} | {"content-profile":"private"}
  406 PGRST106 | PATCH outbox?cause_id=eq.{order.victim} | another recipient | {"recipient_id":"{mallory}"} | {"content-profile":"private"}
  406 PGRST106 | admin PATCH outbox?cause_id=eq.{order.victim} | emails marked as sent, as an admin | {"outcome":"sent"} | {"content-profile":"private"}
  406 PGRST106 | admin DELETE outbox?cause_id=eq.{order.victim} | emails removed, as an admin |  | {"content-profile":"private"}
  400 | GET orders?select=id,outbox(*) | emails embedded in orders
  400 | GET profiles?select=id,outbox!recipient_id(*) | emails embedded in profiles
  401 42501 | anonymous POST rpc/lease_emails | leasing as a visitor | {"p_limit":50}
  403 42501 | POST rpc/lease_emails | leasing as a member | {"p_limit":50}
  403 42501 | admin POST rpc/lease_emails | leasing as an admin | {"p_limit":50}
  4xx | GET rpc/lease_emails?p_limit=50 | leasing by GET
  403 42501 | POST rpc/mark_email_sent | marking as a member | {"p_id":"{uuid}"}
  403 42501 | admin POST rpc/mark_email_sent | marking as an admin | {"p_id":"{uuid}"}
  403 42501 | admin POST rpc/mark_email_failed | failing as an admin | {"p_id":"{uuid}","p_attempt":1,"p_error":"timeout","p_permanent":true}
  404 | POST rpc/queue_email | queuing as a member | {"p_kind":"order_placed","p_cause":"{order.victim}","p_recipient":"{mallory}","p_at":"2026-01-01","p_address":"x@evil.test"}
  404 | admin POST rpc/email_data | what an email holds, as an admin | {"p_email":"{uuid}"}
  403 not_admin | POST rpc/send_test_email | a test as a member | {"p_template":"order_placed"}
  403 not_admin | POST rpc/test_email | a test's result as a member | {"p_id":"{uuid}"}
  403 not_admin | POST rpc/email_status | the figures as a member | {}
  404 | admin POST rpc/send_test_email | a test to somebody else | {"p_template":"order_placed","p_email":"x@evil.test"}
  400 23514 | admin POST rpc/send_test_email | headers as a template | {"p_template":"a\r\nBcc: x@evil.test"}
  400 23514 | admin POST rpc/send_test_email | SQL as a template | {"p_template":"'; delete from private.outbox; --"}
  422 invalid_redemption_email | POST orders | a second recipient as an address | order {"redemption_email":"a@b.test,x@evil.test"}
  422 invalid_redemption_email | POST orders | headers as an address | order {"redemption_email":"a@b.test\r\nBcc: x@evil.test"}
  401 wrong_secret, 404 | anonymous POST ${send} | the function without its secret | {}
  401 wrong_secret, 404 | POST ${send} | the function with a member's token | {}
  401 wrong_secret, 404 | admin POST ${send} | the function with an admin's token | {}
  401 wrong_secret, 404 | POST ${send} | the function with a wrong secret | {} | {"x-send-mail-secret":"secret"}
  401 wrong_secret, 404 | POST ${send} | the function with an empty secret | {} | {"x-send-mail-secret":""}
  401 wrong_secret, 404 | POST ${send} | the function with a token as its secret | {} | {"x-send-mail-secret":"{token.admin}"}
  401 wrong_secret, 404 | POST ${send}?secret=secret&x-send-mail-secret=secret | the secret in the address | {}
  401 wrong_secret, 404 | POST ${send} | the secret in the body | {"secret":"secret","p_limit":1000,"to":"x@evil.test"}
  4xx | POST ${send} | ten megabytes | raw "{x*10000000}"
  405, 404 | PUT ${send} | the function by another method | {}
  405, 404 | DELETE ${send} | the function by DELETE
`,
  ),
  request(
    'the function tells its state and the address of the site alone',
    { as: 'mallory', path: send },
    '200 | 404',
    {
      besides: ({ body, status }) =>
        status === 404 || /^{"state":"(running|stopped)","site":"https?:\/\/[^"]+"}$/.test(body)
          ? undefined
          : `it told ${body}`,
    },
  ),
  request(
    'an email put into the inbox',
    {
      path: '/inbox/messages',
      body: { to: ['x@evil.test'], subject: 'Your key', text: 'x', html: 'x', headers: {} },
    },
    '401',
    { local: 'an inbox exists there alone' },
  ),
]
