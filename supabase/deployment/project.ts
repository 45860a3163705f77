import { check, type Finding, open, unknown } from './finding.ts'
import { type Deployment, requestProject } from './request.ts'

/** A digest of each part of what migrations create. */
export type Schema = Record<string, unknown>

/** What a project reports of itself; undefined if it has no function for it. */
export async function readSchema(project: Omit<Deployment, 'site'>): Promise<Schema | undefined> {
  const { status, body } = await requestProject(project, '/rest/v1/rpc/schema_digest', {})
  return status === 200 ? body : undefined
}

/** Compares the digests of the project with those of the migrations of this copy. */
export function compareSchemas(found: Schema, expected: Schema): Finding[] {
  const parts = Object.keys(expected).filter((part) => found[part] !== expected[part])
  return check('Tables, functions and rights are those of this copy.', {
    [`Not as in the migrations: ${parts.join(', ')} (docs/deploy.md, Apply the migrations).`]:
      parts.length > 0,
  })
}

/** Checks the settings of the REST API: the function before each request, and that it exposes one schema. */
export async function checkApi(project: Deployment): Promise<Finding[]> {
  const call = '/rest/v1/rpc/public_settings'
  const estimate = await requestProject(project, call, {}, { prefer: 'count=planned' })
  const exposed: string[] = []
  for (const [schema, name] of Object.entries({ private: 'outbox', graphql_public: 'graphql' })) {
    const profile = { 'accept-profile': schema }
    const { body } = await requestProject(project, `/rest/v1/${name}?limit=1`, undefined, profile)
    if (body.code !== 'PGRST106') exposed.push(schema)
  }
  return check('The API refuses estimates, and exposes the schema public alone.', {
    'The API calls no function before a request, so visitors can estimate how many rows there are: set pgrst.db_pre_request (docs/deploy.md, Apply the migrations).':
      estimate.body.message !== 'estimate_forbidden',
    [`The API exposes the schema ${exposed.join(' and ')}: leave only public (docs/deploy.md, Apply the settings).`]:
      exposed.length > 0,
  })
}

async function checkBucket(project: Deployment, name: string, isPublic: boolean): Promise<Finding[]> {
  const ask = async (folder: string) =>
    (await requestProject(project, `/storage/v1/object/${folder}${name}/deployment-check`)).body.message
  const missing = 'Bucket not found'
  if ((await ask('')) === missing) return [open(`The bucket ${name} is missing: apply the migrations again.`)]
  // Storage looks up bucket and object at once and reports whichever it misses first, of a private bucket either.
  let message = await ask('public/')
  for (let asked = 1; message === 'Object not found' && asked < 20; asked++) message = await ask('public/')
  if (typeof message !== 'string') return [unknown(`The bucket ${name} gives no answer that is known.`)]
  const fault = isPublic
    ? `The bucket ${name} is private: no picture in it is shown.`
    : `THE BUCKET ${name} IS PUBLIC: anyone with a file's address can download it. Make it private.`
  return check(`The bucket ${name} is as it must be.`, { [fault]: (message === missing) === isPublic })
}

/** Checks that the buckets of the migrations exist, and that only those of pictures are public (D32). */
export async function checkBuckets(project: Deployment): Promise<Finding[]> {
  const buckets = { branding: true, benefits: true, deliveries: false }
  const found = Object.entries(buckets).map(([name, isPublic]) => checkBucket(project, name, isPublic))
  return (await Promise.all(found)).flat()
}
