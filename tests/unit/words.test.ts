import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What members do not read (D60): in the specified texts, or in no text at all. */
const avoided = /\b(ledgers?|heads?|rehears\w*|told|entry|entries|adjustments?|e-?mail notices?|overdue)\b/i
/** Texts that no screen shows. */
const unseen = new Set(['guildhall ledger 1'])

/** Where members' screens get their texts from. */
const folders = [
  ...['app', 'components', 'components/public', 'features/auth', 'features/landing', 'features/legal'],
  ...[
    'features/member',
    'features/notifications',
    'features/unsubscribe',
    'widgets/benefits',
    'widgets/codes',
  ],
  ...['widgets/explain', 'widgets/own-orders', 'widgets/payments', 'widgets/transactions'],
  ...['entities/deliveries', 'entities/history', 'entities/invitations', 'entities/notifications'],
  ...['entities/orders', 'entities/privacy', 'entities/referrals', 'entities/transactions'],
]
/** The badges name the types of D4, of which one is 'Adjustment'. */
const isForMembers = (path: string) =>
  /\.tsx?$/.test(path) &&
  !/\.test\.|(^|\/)(admin-|desk|views|filters|bulk|pool|import|answer|badges)/.test(path)

const files = folders.flatMap((folder) =>
  readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
    .filter(isForMembers)
    .map((path) => join('src', folder, path)),
)

/** The texts of a file that somebody can read: between tags, and strings with a space or a capital. */
function textsOf(path: string): string[] {
  const code = readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/^import [\s\S]*?from '.*'$|className=("[^"]*"|\{[^}]*\})/gm, '')
  const between = [...code.matchAll(/[>}]([^<>{}=;()[\]|]*[a-z][^<>{}=;()[\]|]*)[<{]/g)].map(
    ([, text = '']) => text,
  )
  const strings = [...code.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`/g)]
    .map(([, single, double, template]) => single ?? double ?? template?.replace(/\$\{[^}]*\}/g, '') ?? '')
    .filter((text) => /\s|^[A-Z][a-z]/.test(text))
  return [...between, ...strings]
}

it("uses the member's words on a member's screens (D60)", () => {
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((path) =>
    textsOf(path)
      .filter((text) => avoided.test(text) && !unseen.has(text))
      .map((text) => `${path}: ${text.trim()}`),
  )
  expect(found).toEqual([])
})
