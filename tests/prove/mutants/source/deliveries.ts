import { mutantsOf } from '../mutant.ts'

const delivered = 'features/member/orders/order/delivered.test.tsx'
const report = 'features/member/orders/order/report.test.tsx'
const deliveryTab = 'features/admin/benefits/delivery/delivery-tab.test.tsx'
const orderPage = 'features/member/orders/order/page.test.tsx'
const reports = 'features/admin/benefits/reports/page.test.tsx'
const settingsForm = 'features/admin/benefits/delivery/settings-form.test.tsx'
const manual = 'features/admin/orders/details/manual-delivery.test.tsx'
const closedReport = 'features/admin/benefits/reports/closed-report.test.tsx'
const importKeys = 'features/admin/benefits/import-keys/import-keys.test.tsx'
const keyLines = 'features/admin/benefits/import-keys/key-lines.test.ts'
const uploads = '../tests/unit/delivery-files.test.tsx'

/** What was delivered, reports about it, and what admins deliver. */
export const deliveries = [
  ...mutantsOf('features/member/orders/order/use-key.ts', delivered, [
    ['const shownMs = 30_000', 'const shownMs = 300_000', 'reveals a key for 30 seconds'],
    [
      'useState<string>()',
      'useState<string | undefined>(() => void reveal())',
      'reveals a key for 30 seconds',
    ],
    ['hide: () => setShown(undefined)', 'hide: () => undefined', 'hides a revealed key'],
    [
      'read().then(({ content }) => content)',
      'reveal().then(() => shown)',
      'copies a key without revealing it',
    ],
  ]),
  ...mutantsOf('features/member/orders/order/delivered.tsx', delivered, [
    ['<Content key={delivered_at} ', '<Content ', 'masks a replacement'],
  ]),
  ...mutantsOf('features/member/orders/order/delivered.tsx', orderPage, [
    ['{kind || message ? (', '{true ? (', 'with nothing attached'],
  ]),
  ...mutantsOf('features/member/orders/order/email-notice.tsx', orderPage, [
    ['over_limit:', 'skipped:', 'was not sent'],
  ]),
  ...mutantsOf('features/member/orders/order/sent-to.ts', orderPage, [
    [` || email === 'waiting'`, '', 'whose email is'],
    [`email === 'sent' ?`, 'true ?', 'whose email is'],
  ]),
  ...mutantsOf('features/admin/benefits/reports/report-details.tsx', closedReport, [
    ['openedId === id)', 'openedId === id && report.answer === null)', 'keeps what was typed'],
  ]),
  ...mutantsOf('features/admin/benefits/reports/open-report.tsx', closedReport, [
    ['given === lost &&', 'false &&', 'says that an answer arrived'],
  ]),
  ...mutantsOf('features/admin/benefits/import-keys/import-keys.tsx', importKeys, [
    [`errorCode(failure) === 'network'`, 'false', 'an attempt whose response was lost'],
  ]),
  ...mutantsOf('entities/deliveries/settings-schema.ts', settingsForm, [
    [`input.method === 'link' ? {} : { link }`, '{}', 'saves what is shown'],
    [`input.method === 'key' || isStocked ? {} : { low_stock }`, '{}', 'saves what is shown'],
  ]),
  ...mutantsOf('entities/deliveries/report.ts', report, [
    ['p_items: seen.items', 'p_items: undefined', 'another key comes at once'],
  ]),
  ...mutantsOf('entities/orders/admin-detail.ts', manual, [
    ['lost.current = JSON.stringify(change)', 'lost.current = undefined', 'takes a repeated delivery'],
  ]),
  ...mutantsOf('entities/deliveries/last-manual.ts', manual, [
    ['p_order_id: orderId', 'p_order_id: undefined', 'begins with what the order has received'],
  ]),
  ...mutantsOf('features/admin/benefits/reports/open-report.tsx', reports, [
    ['!byHand || draft.check(missing)', 'true', 'delivers by hand'],
    [`byHand && answer === 'replaced' ?`, 'byHand ?', 'sends nothing to deliver with a reply'],
  ]),
  ...mutantsOf('features/admin/benefits/delivery/settings-form.tsx', settingsForm, [
    [' || isStocked', '', 'the low mark of a stock'],
  ]),
  ...mutantsOf('entities/deliveries/read.ts', delivered, [
    [
      'receive(await readDelivery(orderId)),',
      '{ const read = await readDelivery(orderId); receive(read); return read as never },',
      'keeps a key out of the query cache',
    ],
  ]),
  ...mutantsOf('features/admin/benefits/delivery/reveal-key.tsx', deliveryTab, [
    ['const shownMs = 30_000', 'const shownMs = 300_000', 'reveals one key after a question'],
    [
      'useRevealKey()\n',
      'useRevealKey()\n  useState(() => mutate({ id, show: setKey }))\n',
      'reveals one key after a question',
    ],
  ]),
  ...mutantsOf('entities/deliveries/pool.ts', deliveryTab, [
    ['      show(data)\n', '      show(data)\n      return data as never\n', 'keeps it nowhere'],
  ]),
  ...mutantsOf('features/admin/benefits/delivery/aside-button.tsx', deliveryTab, [
    [`if (state === 'delivered') return null`, '', 'offers neither for one that was handed out'],
  ]),
  ...mutantsOf('entities/deliveries/schemas.ts', report, [
    ['const maxText = 900', 'const maxText = 1900', 'at most 1,000 characters'],
  ]),
  ...mutantsOf('features/member/orders/order/report-dialog.tsx', report, [
    [`delivery.next_report === 'replaced'`, 'true', 'that an admin will answer'],
    [' Do not paste the key.', '', 'never asks for the key'],
  ]),
  ...mutantsOf('features/member/orders/order/delivery-foot.tsx', report, [
    ['delivery.next_report !== null', 'true', 'that an admin will answer'],
  ]),
  ...mutantsOf('widgets/delivery-content/use-delivery-draft.ts', manual, [
    ['typed ?? first ??', 'typed ??', 'begins with what was last delivered'],
    [`leaveOut: () => setTyped('none')`, 'leaveOut: () => undefined', 'which can be left out'],
    ['return found === undefined', 'return true', 'refuses a link'],
  ]),
  ...mutantsOf('features/admin/orders/details/use-manual-delivery.ts', manual, [
    [`order?.delivery_method === 'manual' && `, 'order && ', 'offers nothing for an order that delivered'],
  ]),
  ...mutantsOf('features/admin/benefits/import-keys/key-lines.ts', keyLines, [
    ['[key, index + 1]', '[key, index]'],
    ['isHeading ? first + 1 : 0', '0', 'leaves out the heading'],
  ]),
  ...mutantsOf('lib/csv-lines.ts', keyLines, [
    ['      read = meta.cursor\n', ''],
    ['declared ? 2 : 1', '1', "Excel's name of the delimiter"],
    [', skipEmptyLines: true', '', 'semicolons, also in quotes'],
    [`errors.some(({ type }) => type === 'Quotes')`, 'false', 'names the line whose quotation mark'],
  ]),
  ...mutantsOf(
    'features/admin/benefits/import-keys/import-report.tsx',
    'features/admin/benefits/import-keys/import-keys.test.tsx',
    [['lines.numbers[line - 1] ?? line', 'line', 'counts the lines of a file']],
  ),
  ...mutantsOf('entities/deliveries/use-file-upload.ts', uploads, [
    ['      await removeDeliveryFile(path)\n', '', 'removes what may have arrived'],
    ['    running.current?.abort()\n    discard()', '    discard()', 'when the page is left'],
    ['abort()\n    discard()', 'abort()', 'left without saving'],
    [' || isNeeded?.(stored.path)', '', 'that a save was attempted with'],
    ['stored.path === saved?.path || ', '', 'and no saved file'],
  ]),
]
