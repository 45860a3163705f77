import { screen } from '@testing-library/react'
import { serveApp } from '@tests/support/app-api'
import { renderPage, signInAs } from '@tests/support/render'
import { see } from '@tests/support/see'
import { expect, it } from 'vitest'
import { OwnExplain } from './open'

it.each([
  [
    'account_received',
    '+25',
    'Received',
    /^Tokens added to your balance since you joined: bonuses, .*, corrections, and tokens that came back from cancelled orders\.$/,
  ],
  [
    'account_balance',
    '87',
    'Balance',
    'Everything you have received since you joined, less everything you have spent.',
  ],
  ['account_entries', '2', 'Total transactions', 'All transactions of your token history since you joined.'],
  [
    'account_received.refund',
    '+25',
    'Received, Refund',
    'Transactions of the type Refund that added tokens to your balance since you joined.',
  ],
  [
    'account_spent.adjustment',
    '−5',
    'Spent, Adjustment',
    'Transactions of the type Adjustment that took tokens from your balance since you joined.',
  ],
])('explains a member the number %s', async (number, value, name, definition) => {
  await signInAs()
  serveApp()
  renderPage(<OwnExplain />, { route: `/?explain=${number}` })
  expect(await screen.findByRole('dialog', { name, busy: false })).toBeVisible()
  await see(definition, `The page says ${value}, the rows add up to 0.`)
})
