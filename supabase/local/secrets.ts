import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartFailure } from './failure.ts'
import { FILE_MODE, writeFileAtomically } from './files.ts'
import type { Folders } from './folders.ts'
import { JWT_SECRET, SECRET_KEY } from './keys.ts'

const schema = z.object({
  jwt_secret: z.string().min(32),
  secret_key: z.string().startsWith('sb_secret_'),
  superuser_password: z.string().min(20),
  database_password: z.string().min(20),
  api_password: z.string().min(20),
})

/** The keys and passwords of the backend itself; each data folder has its own. */
export type Secrets = z.infer<typeof schema>

/**
 * The secrets of a data folder, created at its first start. An ephemeral backend without a template uses the fixed ones, so that
 * tests can sign tokens. Throws StartFailure when a database is there without its secrets.
 */
export function loadSecrets({ root, database, ephemeral }: Folders): Secrets {
  const file = join(root, 'secrets.json')
  if (ephemeral && !existsSync(file)) return publicSecrets()
  if (existsSync(file)) {
    chmodSync(file, FILE_MODE)
    const secrets = read(file)
    if (secrets) return secrets
  }
  if (existsSync(file) || existsSync(database)) {
    throw new StartFailure(
      `The data folder ${root} was made by another version of the embedded backend (its secrets.json is missing or damaged); delete that folder to start afresh.`,
    )
  }
  const secrets = generate()
  writeFileAtomically(file, JSON.stringify(secrets, undefined, 2))
  return secrets
}

/** Random passwords, and keys that everyone knows, for an ephemeral backend. */
export const publicSecrets = (): Secrets => ({
  ...generate(),
  jwt_secret: JWT_SECRET,
  secret_key: SECRET_KEY,
})

function generate(): Secrets {
  const random = () => randomBytes(32).toString('base64url')
  return {
    jwt_secret: random(),
    secret_key: `sb_secret_${random()}`,
    superuser_password: random(),
    database_password: random(),
    api_password: random(),
  }
}

function read(file: string): Secrets | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
