import type { Attack } from './attack.ts'
import { table } from './table.ts'

const back = { prefer: 'return=representation' }

/** Forged orders (D1, D3): price, owner, snapshot, addresses, and several in one request; each column is in the matrix. */
export const orders: Attack[] = [
  ...table(
    { headers: back },
    String.raw`
  409 price_changed | POST orders | price 0 | order {"benefit_token_value":0}
  409 price_changed | POST orders | price 1 | order {"benefit_token_value":1}
  400 | POST orders | price 2147483648 | order {"benefit_token_value":2147483648}
  400 | POST orders | price 1e+30 | order {"benefit_token_value":1e+30}
  400 | POST orders | price 9.6 | order {"benefit_token_value":9.6}
  403 42501 | POST orders | for nobody | order {"user_id":null}
  403 42501 | POST orders | without a buyer | {"id":"{uuid}","benefit_id":"{benefit}","redemption_email":"a@example.test"}
  401 42501 | anonymous POST orders | as a visitor for a member | order
  403 42501 | POST orders?columns=id,user_id,benefit_id,redemption_email,order_number | order number selected by columns= | order {"order_number":"ORD-000001"}
  410 benefit_unavailable | POST orders | inactive benefit | order {"benefit_id":"{hidden}"}
  410 benefit_unavailable | POST orders | unknown benefit | order {"benefit_id":"{uuid}"}
  410 benefit_unavailable | POST orders | no benefit | order {"benefit_id":null}
  400 22P02 | POST orders | SQL as the id | order {"id":"'); drop table orders; --"}
  422 invalid_redemption_email | POST orders | delivery email: line feed and header | order {"redemption_email":"a@example.test\r\nBcc: x@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: markup | order {"redemption_email":"\"<script>alert(1)</script>\"@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: display name | order {"redemption_email":"Mallory <a@example.test>"}
  422 invalid_redemption_email | POST orders | delivery email: two addresses | order {"redemption_email":"a@example.test,b@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: one megabyte | order {"redemption_email":"{a*1000000}@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: null | order {"redemption_email":null}
  400 | POST orders | delivery email: a NUL | order {"redemption_email":"a@example\u0000.test"}
  402 insufficient_tokens | POST orders | forty in one request, with tokens for eight | order*40 {}
  403 42501 | POST orders | own order and one for another in one request | order [{},{"user_id":"{victim}"}]
  409 23505 | POST orders | one id twice in one request | order [{"id":"{hidden}"},{"id":"{hidden}"}]
  403 42501 | POST orders | CSV with an order number | raw "id,user_id,benefit_id,redemption_email,order_number\n{uuid},{mallory},{benefit},a@b.c,X" | {"content-type":"text/csv"}
  403 42501 | POST orders | form for another | raw "id={uuid}&user_id={victim}&benefit_id={benefit}&redemption_email=a%40b.c" | {"content-type":"application/x-www-form-urlencoded"}
`,
  ),
]
