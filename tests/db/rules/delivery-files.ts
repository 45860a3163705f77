import { type Attempt, admin, me, other } from '../support/attempt'
import { ORDER } from './delivery-scene'
import { type Rule, rules } from './rule'

const folder = '00000000-0000-4000-8000-0000000000f1/00000000-0000-4000-8000-0000000000f2'
const FILE = `${folder}/guide.txt`
const store = (name: string) =>
  `insert into storage.objects (bucket_id, name) values ('deliveries', '${name}')`
const during = (operation: string) => `select set_config('storage.operation', 'storage.${operation}', true)`
const offered = [
  store(FILE),
  `insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type)
   values (:benefit, '${FILE}', 'guide.txt', 1, 'text/plain')`,
]
/** An order of the member with the file, as storage looks for it during a download. */
const delivered = [
  ...offered,
  `insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value, benefit_name, delivery_method, status)
   values ('${ORDER}', :me, :benefit, 'a@b.test', 0, 'Guide', 'file', 'delivered')`,
  `select private.add_delivery(o) from orders as o where o.id = '${ORDER}'`,
  during('object.get_authenticated'),
]
const rows = `select count(*)::int from storage.objects where bucket_id = 'deliveries' and name like '${folder}%'`
const unseen = (by: typeof me, before: string[]) => by(rows, undefined, { before, returns: 0 })
const unremoved = (by: typeof me, before: string[]): Attempt =>
  by(`delete from storage.objects where name like '${folder}%'`, 'done', { before, reads: [rows, 1] })
/** Who reads and writes the files that orders deliver (D32). */
export const deliveryFileRules: Rule[] = [
  ...rules({
    'delivery files are seen in no operation but the download': unseen(me, [
      ...delivered,
      during('object.sign'),
    ]),
    'delivery files are not copied': unseen(admin, [store(FILE), during('object.copy')]),
    'delivery files are seen by admins with the second factor that is required': unseen(admin, [
      store(FILE),
      `insert into app_settings (key, value) values ('require_second_factor', '1')`,
    ]),
    'delivery files are uploaded below their benefit': admin(
      ['guide.txt', `${folder}/a/b`].map(store),
      '42501',
      { before: [during('object.upload')] },
    ),
    'delivery files are uploaded in no other operation': admin(store(FILE), '42501', {
      before: [during('object.sign_upload_url')],
    }),
    'a file is downloaded by the owner of its order': unseen(other, delivered),
    'a cancelled order downloads nothing': unseen(me, [
      ...delivered,
      `update orders set status = 'cancelled' where id = '${ORDER}'`,
    ]),
    'a replaced file is not downloaded': unseen(me, [
      ...delivered,
      `update private.deliveries set withdrawn_at = now() where order_id = '${ORDER}'`,
    ]),
    'an order downloads its own file': me(rows, undefined, {
      before: [...delivered, store(`${folder}/other.txt`)],
      returns: 1,
    }),
    'files are removed by admins': unremoved(me, [store(FILE)]),
    'the file of a benefit is not removed': unremoved(admin, offered),
    'the file of an order is not removed': unremoved(admin, [
      ...delivered,
      `update orders set status = 'cancelled' where id = '${ORDER}'`,
      'delete from private.benefit_delivery',
    ]),
  }),
]
