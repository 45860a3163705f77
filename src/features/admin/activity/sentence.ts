import type { Activity } from '@/entities/activity/activity'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { changesOf } from './changes'
import { labelOf } from './format-value'

export type Piece =
  | string
  | { name: string; to?: string /** Is told, not what the sentence is about. */; plain?: true }

/** 'Deleted user' once erased (D12), 'The house' for the database owner. */
export function actorOf({ actor_id, actor_name }: Pick<Activity, 'actor_id' | 'actor_name'>): string {
  return actor_name ?? (actor_id === null ? 'The house' : 'Deleted user')
}

/** Without the actor, its subject (D29). */
export function sentenceOf(entry: Activity): Piece[] {
  return special[entry.table_name]?.(entry) ?? plain(entry)
}

const special: Record<string, (entry: Activity) => Piece[] | undefined> = {
  profiles: (entry) => {
    if (entry.action === 'delete') return ['deleted a user']
    const [change, ...others] = changesOf(entry)
    if (change?.column !== 'role' || others.length > 0) return undefined
    return entry.after?.role === 'admin'
      ? ['made ', subjectOf(entry), ' an admin']
      : ['took the admin role from ', subjectOf(entry)]
  },
  pictures: ({ action, before, after }) => {
    const [from, to] = [before?.path, after?.path]
    if (action === 'update' && from !== to)
      return ['moved the picture ', { name: String(from) }, ' to ', { name: String(to) }]
    return [`${pictureVerbs[action]} the picture `, { name: String(to ?? from) }]
  },
  redeem_codes: created,
  invite_codes: created,
  app_settings: ({ row_id, action }) => {
    const logo = logos[row_id]
    return logo && action !== 'delete'
      ? ['changed the ', { name: logo, to: paths.adminEmailBranding }]
      : undefined
  },
}

const pictureVerbs = { insert: 'uploaded', update: 'replaced', delete: 'deleted' }

const logos: Record<string, string> = {
  email_logo_url: 'email logo',
  email_logo_in_mails: 'logo used in emails',
}

function created(entry: Activity): Piece[] | undefined {
  const { action, table_name, after } = entry
  if (action !== 'insert' || !after) return undefined
  const { count, token_value, note } = after
  const many = typeof count === 'number'
  const worth =
    typeof token_value === 'number' ? ` worth ${formatCount(token_value, 'token')}${many ? ' each' : ''}` : ''
  const words = worth + (typeof note === 'string' ? `: ${note}` : '')
  const what: Piece[] = many
    ? [{ name: formatCount(count, nouns[table_name] ?? 'code'), to: addressOf(entry) }]
    : [`the ${nouns[table_name]} `, subjectOf(entry)]
  return ['created ', ...what, ...(words ? [words] : [])]
}

const verbs = { insert: 'created', update: 'changed', delete: 'deleted' }

const nouns: Record<string, string> = {
  orders: '',
  profiles: '',
  benefits: 'benefit',
  redeem_codes: 'token code',
  invite_codes: 'invite code',
  app_settings: 'setting',
}

/** Too long: shown in the table only. */
const long = ['description', 'image_url', 'value', 'codes']

function plain(entry: Activity): Piece[] {
  const noun = nouns[entry.table_name] ?? entry.table_name.replaceAll('_', ' ')
  const subject = subjectOf(entry)
  const whole: Piece[] = noun && typeof subject !== 'string' ? [`the ${noun} `, subject] : [subject]
  if (entry.action !== 'update') return [`${verbs[entry.action]} `, ...whole]

  const changes = changesOf(entry).filter(({ column }) => column !== 'adjustment_reason')
  const [first, ...others] = changes
  if (first === undefined) return ['changed ', ...whole]
  const reason = entry.after?.adjustment_reason
  const columns = `changed the ${listed(changes.map(({ column }) => labelOf(column)))} of `
  const fits = others.length === 0 && !long.includes(first.column)
  const told = (value: string | null): Piece => ({ name: value ?? '', plain: true })
  return [
    columns,
    ...whole,
    ...(fits ? [' from ', told(first.before), ' to ', told(first.after)] : []),
    ...(typeof reason === 'string' ? [`: ${reason}`] : []),
  ]
}

function subjectOf(entry: Activity): Piece {
  const { subject, table_name, action } = entry
  const to = action === 'delete' ? undefined : addressOf(entry)
  if (subject !== null) return { name: subject, to }
  if (table_name === 'profiles') return 'a deleted user'
  return { name: table_name === 'orders' ? 'a legacy order' : entry.row_id, to }
}

function addressOf({ table_name, row_id, subject }: Activity): string | undefined {
  const search = subject === null ? '' : `?${new URLSearchParams({ q: subject })}`
  switch (table_name) {
    case 'orders':
      return `${paths.adminOrders}?order=${row_id}`
    case 'profiles':
      return `${paths.adminUsers}?person=${row_id}`
    case 'benefits':
      return paths.adminBenefits + search
    case 'redeem_codes':
      return paths.adminTokenCodes + search
    case 'invite_codes':
      return paths.adminInviteCodes + search
    default:
      return undefined
  }
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
