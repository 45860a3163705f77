import type { Activity } from '@/entities/activity/activity'
import { methodText } from '@/entities/deliveries/delivery'
import { adminPaths } from '@/lib/admin-paths'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { priceText } from '@/lib/prices'
import { textsOf } from '@/widgets/operations/kinds'
import { changesOf, labelOf } from './format-value'

/** Without the actor (D29). */
export function sentenceOf(entry: Activity): Piece[] {
  return sentencesByTable[entry.table_name]?.(entry) ?? plainSentence(entry)
}

const sentencesByTable: Record<string, (entry: Activity) => Piece[] | undefined> = {
  orders: (entry) => {
    if (entry.after?.revealed) return ['revealed what was delivered with ', subjectOf(entry)]
    return entry.after?.resent ? ['sent the delivery again of ', subjectOf(entry)] : undefined
  },
  profiles: (entry) => {
    if (entry.action === 'delete') return ['deleted a user']
    if (entry.after?.message) return ['wrote to ', subjectOf(entry)]
    const security = securityOf(entry)
    if (security) return security
    const [change, ...others] = changesOf(entry)
    if (others.length > 0) return undefined
    if (change?.column === 'deletes_at')
      return [entry.after?.deletes_at ? 'confirmed to delete ' : 'kept ', subjectOf(entry)]
    if (change?.column !== 'role') return undefined
    return entry.after?.role === 'admin'
      ? ['made ', subjectOf(entry), ' an admin']
      : ['took the admin role from ', subjectOf(entry)]
  },
  pictures: ({ action, before, after }) => {
    const [from, to] = [before?.path, after?.path]
    if (action === 'update' && from !== to)
      return ['moved the picture ', { name: String(from) }, ' to ', { name: String(to) }]
    return [`${uploadVerbs[action]} the picture `, { name: String(to ?? from) }]
  },
  files: (entry) => [`${uploadVerbs[entry.action]} the file `, subjectOf(entry)],
  key_batches: batchOf,
  delivery_keys: keyOf,
  reports: (entry) => [
    answerPhrases[String(entry.after?.answer)] ?? 'answered the report ',
    subjectOf(entry),
  ],
  benefits: deliveryOf,
  operations: operationOf,
  redeem_codes: createdSentence,
  invite_codes: createdSentence,
  waitlist: ({ after }) => [
    `${after?.did} `,
    { name: formatCount(Number(after?.count), 'person', 'people') },
    ' on the waitlist',
  ],
  invitations: invitationOf,
  app_settings: settingOf,
}

/** Of what somebody signs in with (D54), mostly by themselves. */
function securityOf(entry: Activity): Piece[] | undefined {
  const { actor_id, row_id, before, after } = entry
  if (after?.second_factor_approved) return ['approved the second factor of ', subjectOf(entry)]
  if (after?.password) return ['changed their password']
  if (after && 'second_factors' in after) {
    if (actor_id !== row_id) return ['reset the second factor of ', subjectOf(entry)]
    if ('recovery_codes' in after) return ['used a recovery code']
    return [
      Number(after.second_factors) > Number(before?.second_factors)
        ? 'added an authenticator'
        : 'removed an authenticator',
    ]
  }
  return after && 'recovery_codes' in after ? ['created recovery codes'] : undefined
}

const answerPhrases: Record<string, string> = {
  replaced: 'replaced the delivery of the report ',
  replied: 'replied to the report ',
  refunded: 'refunded the order of the report ',
}

function operationOf({ after }: Activity): Piece[] | undefined {
  const texts = textsOf({ kind: String(after?.kind), parameters: after?.parameters })
  if (!texts) return undefined
  const past = texts.past(formatCount(Number(after?.rows), ...texts.noun))
  return after?.state === 'undoing' ? [`undid a run that ${past}`] : [past]
}

function batchOf(entry: Activity): Piece[] {
  const { action, after } = entry
  const batch = `batch B${after?.number}`
  if (action === 'insert')
    return [
      'imported ',
      { name: formatCount(Number(after?.count), 'key') },
      ' of ',
      subjectOf(entry),
      ` as ${batch}`,
    ]
  return after?.released
    ? [`released ${batch} of `, subjectOf(entry)]
    : [`put ${batch} of `, subjectOf(entry), ' aside']
}

function keyOf(entry: Activity): Piece[] {
  const { after } = entry
  if (after?.revealed) return ['revealed the key ', subjectOf(entry)]
  return after?.state === 'quarantined'
    ? ['put the key ', subjectOf(entry), ' aside']
    : ['restored the key ', subjectOf(entry)]
}

/** The log has only the names of a delivery's settings. */
function deliveryOf(entry: Activity): Piece[] | undefined {
  const { before, after } = entry
  if (!after || !('delivery_changed' in after)) return undefined
  const [from, to] = [before?.delivery_method, after.delivery_method].map((method) =>
    methodText(String(method)),
  )
  const changed = Array.isArray(after.delivery_changed) ? after.delivery_changed.map(String) : []
  const settings = changed.length > 0 ? [`: ${joinWithAnd(changed)}`] : []
  return [
    'changed the delivery of ',
    subjectOf(entry),
    ...(from === to ? [] : [` from '${from}' to '${to}'`]),
    ...settings,
  ]
}

const uploadVerbs = { insert: 'uploaded', update: 'replaced', delete: 'deleted' }

/** The addresses are not logged (D12). */
function invitationOf({ action, after }: Activity): Piece[] {
  const to = `${paths.adminInviteCodes}?view=invitations`
  if (action === 'insert')
    return ['sent ', { name: formatCount(Number(after?.count), 'invitation'), to }, ' by email']
  const one = { name: 'an invitation', to }
  if (after?.corrected) return ['corrected the address of ', one]
  return after?.revoked ? ['revoked ', one] : ['sent ', one, ' again']
}

const settings: Record<string, { name: string; to: string; long?: true; price?: true }> = {
  email_logo_url: { name: 'email logo', to: paths.adminEmailBranding, long: true },
  email_logo_in_mails: { name: 'logo used in emails', to: paths.adminEmailBranding, long: true },
  sla_credit_rate: { name: 'late credit for each hour', to: paths.adminSettings },
  sla_credit_cap: { name: 'cap of the late credit', to: paths.adminSettings },
  invitations_per_member: { name: 'invitations of each member', to: paths.adminSettings },
  referral_bonus: { name: 'referral bonus', to: paths.adminSettings },
  membership_price: { name: 'price of a year', to: paths.adminSettings, price: true },
  launch_price: { name: 'launch price', to: paths.adminSettings, price: true },
  launch_places: { name: 'places at the launch price', to: paths.adminSettings },
  contact_address: { name: 'contact address', to: paths.adminSettings },
}

function settingOf({ row_id, action, before, after }: Activity): Piece[] | undefined {
  if (row_id === 'require_second_factor')
    return [
      after?.value === '1'
        ? 'required a second factor for admins'
        : 'stopped requiring a second factor for admins',
    ]
  const setting = settings[row_id]
  if (!setting || action === 'delete') return undefined
  const { long, price, ...piece } = setting
  if (long) return ['changed the ', piece]
  const valueIn = (row: Activity['before']): Piece => ({
    name: price ? priceText(Number(row?.value)) : String(row?.value),
    plain: true,
  })
  const from: Piece[] = before ? [' from ', valueIn(before)] : []
  return ['changed the ', piece, ...from, ' to ', valueIn(after)]
}

function createdSentence(entry: Activity): Piece[] | undefined {
  const { action, table_name, after } = entry
  if (action !== 'insert' || !after) return undefined
  const { count, token_value, note } = after
  const many = typeof count === 'number'
  const worth =
    typeof token_value === 'number' ? ` worth ${formatCount(token_value, 'token')}${many ? ' each' : ''}` : ''
  const noted: Piece[] = typeof note === 'string' ? [': ', { name: note, plain: true }] : []
  const what: Piece[] = many
    ? [{ name: formatCount(count, nouns[table_name] ?? 'code'), to: addressOf(entry) }]
    : [`the ${nouns[table_name]} `, subjectOf(entry)]
  return ['created ', ...what, worth, ...noted]
}

const verbs = { insert: 'created', update: 'changed', delete: 'deleted' }

const nouns: Record<string, string> = {
  orders: '',
  profiles: '',
  benefits: 'benefit',
  categories: 'category',
  redeem_codes: 'token code',
  invite_codes: 'invite code',
  app_settings: 'setting',
  token_packs: 'pack of tokens',
  announcements: 'announcement',
}

const long = ['description', 'image_url', 'value', 'codes']

function plainSentence(entry: Activity): Piece[] {
  const noun = nouns[entry.table_name] ?? entry.table_name.replaceAll('_', ' ')
  const subject = subjectOf(entry)
  const whole: Piece[] = noun && typeof subject !== 'string' ? [`the ${noun} `, subject] : [subject]
  if (entry.action !== 'update') return [`${verbs[entry.action]} `, ...whole]

  const changes = changesOf(entry).filter(({ column }) => !column.startsWith('adjustment_'))
  const [first, ...others] = changes
  if (first === undefined) return ['changed ', ...whole]
  const reason = entry.after?.adjustment_reason
  const columns = `changed the ${joinWithAnd(changes.map(({ column }) => labelOf(column)))} of `
  const fits = others.length === 0 && !long.includes(first.column)
  const valuePiece = (value: string | null): Piece => ({ name: value ?? '', plain: true })
  return [
    columns,
    ...whole,
    ...(fits ? [' from ', valuePiece(first.before), ' to ', valuePiece(first.after)] : []),
    ...(typeof reason === 'string' ? [`: ${reason}`] : []),
  ]
}

function joinWithAnd(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

type Piece = string | NamedPiece
type NamedPiece = {
  name: string
  to?: string
  /** Plain text: part of the sentence, but not its subject. */
  plain?: true
}

function subjectOf(entry: Activity): Piece {
  const { subject, table_name, action } = entry
  const to = action === 'delete' ? undefined : addressOf(entry)
  if (subject !== null) return { name: subject, to }
  if (table_name === 'profiles') return 'a deleted user'
  return { name: table_name === 'orders' ? 'a legacy order' : entry.row_id, to }
}

function addressOf({ table_name, row_id, subject, after }: Activity): string | undefined {
  const search = subject === null ? '' : `?${new URLSearchParams({ q: subject })}`
  switch (table_name) {
    case 'orders':
      return adminPaths.orderOf(row_id)
    case 'profiles':
      return adminPaths.personOf(row_id)
    case 'benefits':
      return adminPaths.benefitOf(row_id)
    case 'key_batches':
    case 'delivery_keys':
      return `${adminPaths.benefitOf(String(after?.benefit_id))}?tab=delivery`
    case 'reports':
      return `${paths.adminReports}?report=${row_id}`
    case 'redeem_codes':
      return paths.adminTokenCodes + search
    case 'invite_codes':
      return paths.adminInviteCodes + search
    default:
      return undefined
  }
}
