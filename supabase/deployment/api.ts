import { check, type Deployment, type Finding } from './finding.ts'
import { requestProject } from './request.ts'

/** Checks the settings of the REST API: the function before each request, and that it exposes one schema. */
export async function checkApi(project: Deployment): Promise<Finding[]> {
  const estimate = await requestProject(
    project,
    '/rest/v1/rpc/launch_spots_left',
    {},
    { prefer: 'count=planned' },
  )
  const exposed = []
  for (const schema of ['private', 'graphql_public']) {
    const path = `/rest/v1/${schema === 'private' ? 'outbox' : 'graphql'}?limit=1`
    const { body } = await requestProject(project, path, undefined, { 'accept-profile': schema })
    if (body.code !== 'PGRST106') exposed.push(schema)
  }
  return [
    check(
      estimate.body.message === 'estimate_forbidden',
      'The API calls the function that refuses estimates.',
      'The API calls no function before a request, so visitors can estimate how many rows there are: set pgrst.db_pre_request (docs/deploy.md, Apply the migrations).',
    ),
    check(
      exposed.length === 0,
      'The API exposes the schema public alone.',
      `The API exposes the schema ${exposed.join(' and ')}: leave only public (docs/deploy.md, Apply the settings).`,
    ),
  ]
}
