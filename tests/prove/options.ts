import { parseArgs } from 'node:util'
import { Refusal } from './loopback.ts'

/** An owner's project, and who may make test members in it. */
export type Project = {
  url: string
  anon_key: string
  service_key: string
  admin_email: string
  admin_password: string
}

/** The seeds of the simulation: `seeds` of them, from `seed` on. */
export type Seeds = { seed?: number; seeds?: number }

/** Parts that are selected with `--only` run completely; otherwise some run a sample of their cases. */
export type Extent = Seeds & { all: boolean }

export type Options = Seeds & { project?: Project; only?: string[] }

const OF_PROJECT = ['url', 'anon-key', 'service-key', 'admin-email', 'admin-password'] as const
const USAGE = `npm run prove -- [--only <part>]... [--seed <n>] [--seeds <n>] [${OF_PROJECT.map((name) => `--${name} <...>`).join(' ')}]`

/** Parses the command line. Throws Refusal for unknown options and parts. */
export function readOptions(args: string[], parts: readonly string[]): Options {
  const { only, seed, seeds, ...given } = parse(args)
  const asked = { only, seed: wholeNumber('seed', seed), seeds: wholeNumber('seeds', seeds) }
  const unknown = only?.find((name) => !parts.includes(name))
  if (unknown) throw new Refusal(`There is no part "${unknown}"; the parts are ${parts.join(', ')}.`)
  const missing = OF_PROJECT.filter((name) => !given[name])
  if (missing.length === OF_PROJECT.length) return asked
  if (missing.length > 0) {
    throw new Refusal(`For an owner's project --${missing.join(' and --')} must be given as well.`)
  }
  return { ...asked, project: projectOf(given) }
}

function parse(args: string[]) {
  const value = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      options: {
        url: value,
        'anon-key': value,
        'service-key': value,
        'admin-email': value,
        'admin-password': value,
        only: { type: 'string', multiple: true },
        seed: value,
        seeds: value,
      },
    }).values
  } catch (error) {
    const named = /'?(-[-\w]+)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw new Refusal(`${named ?? 'That'} is not understood; it is called as ${USAGE}.`)
  }
}

function wholeNumber(name: string, text?: string): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Refusal(`--${name} must be a whole number of up to nine digits, and "${text}" is none.`)
}

function projectOf(given: Partial<Record<(typeof OF_PROJECT)[number], string>>): Project {
  const text = (name: (typeof OF_PROJECT)[number]) => given[name] ?? ''
  if (!/^https?:$/.test(URL.canParse(text('url')) ? new URL(text('url')).protocol : '')) {
    throw new Refusal('--url must be the address of the project, like https://YOUR-PROJECT.supabase.co.')
  }
  return {
    url: text('url').replace(/\/+$/, ''),
    anon_key: text('anon-key'),
    service_key: text('service-key'),
    admin_email: text('admin-email'),
    admin_password: text('admin-password'),
  }
}
