// Lists what is still open in a deployment: npm run check:deployment -- --url <project> --anon-key <key> --site <https://...>
import { parseArgs } from 'node:util'
import { isSecretKey } from '../../src/build/secret-key.ts'
import { checkDeployment } from './check.ts'
import { type Deployment, report } from './finding.ts'

const usage =
  'Give the project, its publishable key and the site: npm run check:deployment -- --url https://YOUR-PROJECT.supabase.co --anon-key sb_publishable_... --site https://your.site'

function read(args: string[]): Deployment {
  const value = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { url: value, 'anon-key': value, site: value } })
  const { url, site, 'anon-key': key } = values
  if (!url || !key || !site || !URL.canParse(url) || !URL.canParse(site)) throw new Error(usage)
  if (isSecretKey(key))
    throw new Error(
      'This key is secret. The check needs the publishable one; a secret one belongs nowhere near it',
    )
  return { url: new URL(url).origin, key, site: new URL(site).origin }
}

try {
  const findings = await checkDeployment(read(process.argv.slice(2)))
  const count = findings.filter(({ state }) => state === 'open').length
  process.stdout.write(report(findings))
  process.stdout.write(count === 0 ? 'Nothing is open that can be seen from outside.\n' : `${count} open.\n`)
  process.exitCode = count === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}.\n`)
  process.exitCode = 2
}
