import { type Deployment, type Finding, ok, open, unknown } from './finding.ts'
import { requestProject } from './request.ts'

const missing = 'Bucket not found'
const PUBLIC = { branding: true, benefits: true, deliveries: false }

/** Requests a nonexistent object: for a bucket that visitors cannot read, storage responds 'Bucket not found'. */
async function checkBucket(project: Deployment, [name, isPublic]: [string, boolean]): Promise<Finding[]> {
  const [direct, published] = await Promise.all(
    [name, `public/${name}`].map((path) =>
      requestProject(project, `/storage/v1/object/${path}/deployment-check`),
    ),
  )
  const [found, reached] = [direct?.body.message, published?.body.message]
  if (found === missing) return [open(`The bucket ${name} is missing: apply the migrations again.`)]
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
