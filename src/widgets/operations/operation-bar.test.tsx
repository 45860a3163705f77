import { act, screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { refusal } from '@tests/support/member-api'
import {
  operation,
  operationResult,
  othersOperation,
  serveOperationCalls,
} from '@tests/support/operations-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { operationKeys } from '@/entities/operations/operation'
import type { Operation } from '@/entities/operations/recent'
import { OperationBar } from './operation-bar'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

function open(operations: Operation[], kinds = ['order_status']) {
  const served = { operations }
  server.use(http.get('*/rest/v1/operations', () => HttpResponse.json(served.operations)))
  const view = renderPage(<OperationBar kinds={kinds}>{null}</OperationBar>)
  /** As after an event of the realtime channel. */
  const become = async (next: Operation[]) => {
    served.operations = next
    await act(() => view.client.invalidateQueries({ queryKey: operationKeys.recent }))
  }
  return { ...view, served, become }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

it("shows the admin's own result as long as it can be undone, and U focuses Undo", async () => {
  const { user, become } = open([operation()])
  expect(await screen.findByText('198 marked delivered, 16 skipped')).toBeVisible()
  expect(screen.getByText(/^198 emails leave when undo closes, at \d/)).toBeVisible()
  expect(screen.getByText(/^\((9:00|8:5\d) left\)$/)).toBeVisible()
  const undo = screen.getByRole('button', { name: 'Undo' })
  await user.keyboard('u')
  expect(undo).toHaveFocus()
  const calls = serveOperationCalls({ undo_operation: () => operationResult() })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(calls.undo_operation).toEqual([{ p_operation_id: 'op-1' }]))
  await become([operation({ undo_until: new Date(Date.now() - 1).toISOString() })])
  await waitFor(() => expect(screen.queryByText(/marked delivered/)).toBeNull())
})

it('continues an undo of many rows until nothing remains', async () => {
  const { user } = open([operation()])
  const left = [500, 0]
  const calls = serveOperationCalls({
    undo_operation: () => operationResult({ remaining: 1000 }),
    continue_operation: () => operationResult({ remaining: left.shift() ?? 0 }),
  })
  await user.click(await button('Undo'))
  await waitFor(() => expect(calls.continue_operation).toHaveLength(2))
})

it('undoes an earlier run as well, after a later one', async () => {
  const earlier = operation({ id: 'op-0', changed: 25, skipped: 0 })
  const { user, become } = open([operation(), earlier])
  expect(await screen.findByText('198 marked delivered, 16 skipped')).toBeVisible()
  await user.click(await button('Earlier run'))
  expect(screen.getByText('25 marked delivered')).toBeVisible()
  const calls = serveOperationCalls({ undo_operation: () => operationResult() })
  await user.click(await button('Undo'))
  await waitFor(() => expect(calls.undo_operation).toEqual([{ p_operation_id: 'op-0' }]))
  const undone = { state: 'undone', changed: 0, undone: 25, undone_at: new Date().toISOString() }
  await become([operation(), { ...earlier, ...undone }])
  expect(screen.getByText('25 orders as before')).toBeVisible()
  await user.click(await button('Latest run'))
  expect(screen.getByText('198 marked delivered, 16 skipped')).toBeVisible()
})

it("keeps Undo of the admin's own result while another admin's run is under way", async () => {
  const others = othersOperation({ state: 'running', changed: 500, remaining: 1480, undo_until: null })
  const { user } = open([others, operation()])
  expect(await button('Undo')).toBeVisible()
  await user.click(await button('Under way'))
  expect(screen.getByRole('region', { name: 'Progress' })).toHaveTextContent('started by Ines Moreau')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(await button('Latest run'))
  expect(await button('Undo')).toBeVisible()
})

it("undoes the admin's own run before it has ended, and shows it when it begins", async () => {
  const earlier = operation({ id: 'op-0', changed: 25, skipped: 0 })
  const { user, become } = open([operation({ id: 'op-9' }), earlier])
  await user.click(await button('Earlier run'))
  await become([operation({ state: 'running', changed: 500, remaining: 100, undo_until: null }), earlier])
  expect(await screen.findByRole('region', { name: 'Progress' })).toHaveTextContent('500 of 600')
  const calls = serveOperationCalls({ undo_operation: () => operationResult() })
  await user.keyboard('u')
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(calls.undo_operation).toEqual([{ p_operation_id: 'op-1' }]))
  await user.click(await button('Latest run'))
  expect(screen.getByText('25 marked delivered')).toBeVisible()
})

it('says why it could not be undone', async () => {
  const { user } = open([operation()])
  serveOperationCalls({ undo_operation: () => refusal(410, 'undo_closed') })
  await user.click(await button('Undo'))
  await seeToast('Not undone', 'The ten minutes are over.')
})

it('shows how far an operation of another admin has come, which this one continues', async () => {
  const running = { state: 'running', changed: 500, skipped: 3, remaining: 1480, undo_until: null }
  const { user, served } = open([othersOperation(running)])
  expect(await screen.findByRole('region', { name: 'Progress' })).toHaveTextContent(
    /^Marking orders delivered: 500 of 1,980, 3 skipped, started by Ines Moreau/,
  )
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '500')
  const second = held()
  let steps = 0
  server.use(
    http.post('*/rest/v1/rpc/continue_operation', async () => {
      steps += 1
      served.operations = [othersOperation({ ...running, changed: 1000, remaining: 980 })]
      if (steps > 1) await second.released
      return HttpResponse.json(operationResult({ remaining: 980 }))
    }),
  )
  await user.click(await button('Continue'))
  expect(await screen.findByText(/1,000 of 1,980/)).toBeVisible()
  await user.click(await button('Stop after this step'))
  second.release()
  expect(await button('Continue')).toBeVisible()
  expect(steps).toBe(2)
})

it('is interrupted without losing anything when a step fails, and can be continued', async () => {
  const { user } = open([operation({ state: 'running', changed: 500, remaining: 100, undo_until: null })])
  serveOperationCalls({ continue_operation: () => HttpResponse.error() })
  await user.click(await button('Continue'))
  await seeToast('Interrupted', 'What was done stays done. Continue it when you like.')
  expect(await button('Continue')).toBeEnabled()
})

it('announces what another admin has done and undone once, and nothing from before', async () => {
  const { become, client } = open([othersOperation({ id: 'op-0', changed: 7, skipped: 0 })])
  await waitFor(() => expect(client.getQueryData(operationKeys.recent)).toBeDefined())
  await become([othersOperation({ changed: 31, skipped: 0 }), othersOperation({ id: 'op-0', changed: 7 })])
  await seeToast('Orders', 'Ines Moreau marked 31 orders delivered.')
  expect(screen.queryByText(/7 orders/)).toBeNull()
  await become([
    othersOperation({ state: 'undone', changed: 0, undone: 31, undone_at: new Date().toISOString() }),
  ])
  await seeToast('Orders', 'Ines Moreau undid that: 31 orders as before.')
})

it('says what an undo took back and what it could not, with the reasons', async () => {
  const rows = [
    ...['ORD-000001', 'ORD-000002'].map((label, index) => ({
      position: index + 1,
      label,
      reason: 'tokens_spent',
    })),
    { position: 3, label: 'ORD-000003', reason: 'changed_since', reason_by: 'Ines Moreau' },
  ]
  const { user } = open([
    operation({ state: 'undone', changed: 0, undone: 195, kept: 3, undone_at: new Date().toISOString() }),
  ])
  expect(await screen.findByText('195 orders as before, 3 could not be undone')).toBeVisible()
  serveOperationCalls({
    operation_rows: (body) =>
      rows.filter(({ position }) => position > ('p_after' in body ? Number(body.p_after) : 0)),
  })
  await user.click(screen.getByRole('button', { name: 'See the 3' }))
  const dialog = await screen.findByRole('dialog', { name: '3 orders were not undone', busy: false })
  const items = await within(dialog).findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    '2The tokens have been spentShowORD-000001, ORD-000002',
    '1Changed in the meantime by Ines MoreauShowORD-000003',
  ])
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
  await user.click(await button('Dismiss'))
  expect(screen.queryByText(/as before/)).toBeNull()
})

it('shows nothing of other kinds, or of a kind that it does not know', async () => {
  const { client } = open(
    [operation({ kind: 'token_grant' }), operation({ id: 'op-3', kind: 'of_tomorrow' })],
    ['order_status', 'of_tomorrow'],
  )
  await waitFor(() => expect(client.getQueryData(operationKeys.recent)).toBeDefined())
  expect(screen.queryByText(/delivered/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
