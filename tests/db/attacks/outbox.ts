import { type Attack, request } from './attack.ts'
import { table } from './table.ts'

const send = '/functions/v1/send-mail'

/** Reading, forging and holding back emails, and having them sent (D37). The publishable key is with every request. */
export const outbox: Attack[] = [
  ...table(
    {},
    String.raw`
  400 | GET orders?select=id,outbox(*) | emails embedded in orders
  400 | GET profiles?select=id,outbox!recipient_id(*) | emails embedded in profiles
  4xx | GET rpc/lease_emails?p_limit=50 | leasing by GET
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
  ),
]
