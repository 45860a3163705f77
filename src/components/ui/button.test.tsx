import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from './button'

it('while busy, shows its busy label, keeps the focus, and neither clicks nor submits', async () => {
  const user = userEvent.setup()
  const click = vi.fn()
  const submit = vi.fn((event: FormEvent) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Code" />
      <Button type="submit" busy={busy} busyLabel="Validating..." onClick={click}>
        Continue
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(submit).toHaveBeenCalledOnce()
  rerender(form(true))
  const button = screen.getByRole('button', { name: 'Validating...' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
  await user.click(button)
  await user.type(screen.getByLabelText('Code'), '{Enter}')
  expect(click).toHaveBeenCalledOnce()
  expect(submit).toHaveBeenCalledOnce()
})
