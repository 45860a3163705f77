import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderPage } from '@tests/support/render'
import { expect, it, vi } from 'vitest'
import { Previews } from './previews'

const code = vi.hoisted(() => ({ isReachable: false }))
vi.mock('./preview-frame', () => ({
  get PreviewFrame() {
    if (!code.isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>The preview</p>
  },
}))

it('shows in its own place that its code could not be loaded, and loads it again', async () => {
  renderPage(<Previews />)
  expect(await screen.findByRole('alert')).toHaveTextContent('The previews could not be loaded.')
  expect(screen.getByRole('button', { name: 'Send me a test' })).toBeVisible()
  code.isReachable = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByText('The preview')).toHaveLength(2)
})
