import { focusManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { openPage } from '@tests/support/open-page'
import { report, serveReports } from '@tests/support/reports-api'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { ReportsPage } from './page'

const theirs = 'Another admin has answered this report since you opened it.'
const answered = { answer: 'replied', answered_by: 'Ines', answered_at: '2026-11-21T10:00:00Z' }

async function openAndType() {
  const { reports } = serveReports([report({ number: 108 })])
  const { user } = openPage(ReportsPage, '/admin/reports')
  await user.click(await screen.findByRole('link', { name: 'Refused as already used' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report R-0108', busy: false }))
  const reply = dialog.getByRole('textbox', { name: 'Reply' })
  await user.type(reply, 'Mine.')
  const press = () => user.click(dialog.getByRole('button', { name: 'Reply and close' }))
  const isClosed = async (message: string) => {
    expect(await dialog.findByText(message)).toBeVisible()
    expect(reply).toHaveValue('Mine.')
    for (const name of ['Return 45 tokens', 'Give another key', 'Reply and close'])
      expect(dialog.getByRole('button', { name })).toBeDisabled()
  }
  return { reports, press, isClosed }
}

it('keeps what was typed when another admin was faster, and says so', async () => {
  const { reports, press, isClosed } = await openAndType()
  Object.assign(reports[0] ?? {}, answered, { answer_text: 'Theirs.' })
  await press()
  await isClosed(theirs)
})

it('keeps it as well when the window gets the focus again', async () => {
  const { reports, isClosed } = await openAndType()
  Object.assign(reports[0] ?? {}, answered, { answer_text: 'Theirs.' })
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
  await isClosed(theirs)
  focusManager.setFocused(undefined)
})

it('says that an answer arrived whose response was lost', async () => {
  const { reports, press, isClosed } = await openAndType()
  let lost = true
  server.use(
    http.post('*/rest/v1/rpc/answer_report', () => {
      if (!lost) return undefined
      lost = false
      Object.assign(reports[0] ?? {}, answered, { answer_text: 'Mine.' })
      return HttpResponse.error()
    }),
  )
  await press()
  await screen.findByText(/^The server did not respond/)
  await press()
  await isClosed('Your answer was saved; only the response was lost.')
})
