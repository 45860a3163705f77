import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { RequireUser } from '@/app/guards'
import { Component as AdminLayout } from '@/app/layouts/admin-layout'
import { profile } from '../../../tests/support/builders.ts'
import { renderPage, signInAs } from '../../../tests/support/render.tsx'
import { server } from '../../../tests/support/server.ts'

beforeEach(async () => {
  window.scrollTo = () => undefined
  await signInAs()
})

it('names the area, leads to its screens, and back to the account', async () => {
  server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json(profile({ role: 'admin' }))))
  const { user } = renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route element={<AdminLayout />}>
          <Route index element={<h1>Overview</h1>} />
        </Route>
      </Route>
    </Routes>,
    { path: '/admin/*', route: '/admin' },
  )
  const side = within(await screen.findByLabelText('Admin Panel'))
  expect(side.getByText('Admin Panel')).toBeInTheDocument()
  for (const name of ['Benefits', 'Users', 'Orders', 'Token Codes', 'Invite Codes', 'Email Branding']) {
    expect(side.getByRole('link', { name })).toBeInTheDocument()
  }
  await user.click(side.getByRole('link', { name: 'Back to Account' }))
  expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
})
