// Lists what is still open in a deployment: npm run check:deployment -- --url <project> --anon-key <key> --site <https://...>
import { parseArgs } from 'node:util'
import { isSecretKey } from '../../src/build/policy.ts'
import { startBackend } from '../local/backend.ts'
import { checkDeployment } from './check.ts'
import { type Deployment, report } from './probe.ts'
import { readSchema } from './project.ts'

const usage =
  'Give the project, its publishable key and the site: npm run check:deployment -- --url https://YOUR-PROJECT.supabase.co --anon-key sb_publishable_... --site https://your.site'

function readArguments(): Deployment {
  const value = { type: 'string' } as const
  const { values } = parseArgs({ options: { url: value, 'anon-key': value, site: value } })
  const { url = '', site = '', 'anon-key': key } = values
  if (!key || !URL.canParse(url) || !URL.canParse(site)) throw new Error(usage)
  if (isSecretKey(key)) throw new Error('This key is secret; the check needs the publishable one')
  return { url: new URL(url).origin, key, site: new URL(site).origin }
}

/** The digests of what the migrations of this copy create, asked of an embedded backend. */
async function ownSchema() {
  const backend = await startBackend({ ephemeral: true, empty: true })
  const { url, publishable_key: key } = backend
  const schema = await readSchema({ url, key, site: url })
  await backend.stop()
  if (!schema) throw new Error('The embedded backend does not report its schema')
  return schema
}

try {
  const findings = await checkDeployment(readArguments(), await ownSchema())
  const count = findings.filter(({ state }) => state === 'open').length
  const end = count === 0 ? 'Nothing is open that can be seen from outside.' : `${count} open.`
  process.stdout.write(`${report(findings)}${end}\n`)
  process.exitCode = count === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}.\n`)
  process.exitCode = 2
}
