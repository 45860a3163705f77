import { type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { requestProject } from './request.ts'

const missing = 'Bucket not found'
const PUBLIC = { branding: true, benefits: true, deliveries: false }

// Storage looks up bucket and object at once and reports whichever it misses first, of a private bucket either.
const ASKED = 20

/** What Storage says of a nonexistent object in public, asked until it says that visitors cannot read the bucket. */
async function publishedMessage(project: Deployment, name: string): Promise<unknown> {
  for (let asked = 1; ; asked++) {
    const { body } = await requestProject(project, `/storage/v1/object/public/${name}/deployment-check`)
    if (body.message !== 'Object not found' || asked === ASKED) return body.message
  }
}

async function checkBucket(project: Deployment, [name, isPublic]: [string, boolean]): Promise<Finding[]> {
  const direct = await requestProject(project, `/storage/v1/object/${name}/deployment-check`)
  if (direct.body.message === missing)
    return [open(`The bucket ${name} is missing: apply the migrations again.`)]
  const reached = await publishedMessage(project, name)
  if (typeof reached !== 'string') return [unknown(`The bucket ${name} gives no answer that is known.`)]
  if ((reached !== missing) === isPublic) return []
  return [
    open(
      isPublic
        ? `The bucket ${name} is private: no picture in it is shown.`
        : `THE BUCKET ${name} IS PUBLIC: anyone with a file's address can download it. Make it private.`,
    ),
  ]
}

/** Checks that the buckets of the migrations exist, and that only those of pictures are public (D32). */
export async function checkBuckets(project: Deployment): Promise<Finding[]> {
  const found = await Promise.all(Object.entries(PUBLIC).map((bucket) => checkBucket(project, bucket)))
  const faults = found.flat()
  return faults.length > 0 ? faults : [ok('The buckets are there, and the one of delivery files is private.')]
}
