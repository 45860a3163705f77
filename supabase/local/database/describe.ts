import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from './prepare.ts'

type Statement = { kind: 'table' | 'function'; page: string; text: string }

const QUERY = `select kind, page, text from (${readFileSync(join(import.meta.dirname, 'describe.sql'), 'utf8')}) as statement
order by kind desc, page collate "C", part, name collate "C", text collate "C"`

/** The schema that the migrations result in, as one text to read and to compare: a page per table, then the functions. */
export async function describeSchema(url: string): Promise<string> {
  const statements = await withClient(url, async (client) => (await client.query<Statement>(QUERY)).rows)
  const pages = new Map<string, string[]>()
  for (const { kind, page, text } of statements) {
    const title = `${kind} ${page}`
    pages.set(title, [...(pages.get(title) ?? []), text])
  }
  const texts = [...pages].map(([title, lines]) => `-- ${title}\n\n${lines.join('\n')}\n`)
  return ['-- Generated from supabase/migrations by `npm run schema`; not executed.\n', ...texts].join('\n')
}
