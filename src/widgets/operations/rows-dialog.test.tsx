import { screen } from '@testing-library/react'
import { renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { RowsDialog } from './rows-dialog'

const row = {
  position: 1,
  label: 'ORD-000001',
  reason: 'changed',
  reason_by: null,
  reason_at: null,
  state: 'skipped',
}

it('exports the rows', async () => {
  await signInAs()
  server.use(
    http.post('*/rest/v1/rpc/operation_rows', async ({ request }) =>
      HttpResponse.json(((await request.json()) as { p_after: number }).p_after === 0 ? [row] : []),
    ),
  )
  const files = catchSavedFiles()
  const operation = { id: '11111111-1111-4111-8111-111111111111', kind: 'order_status' }
  const { user } = renderPage(
    <RowsDialog operation={operation} state="skipped" count={1} onClose={() => undefined} />,
  )
  const button = await screen.findByRole('button', { name: 'Export the 1' })
  await user.click(button)
  await expect.poll(() => files.names).toHaveLength(1)
})
