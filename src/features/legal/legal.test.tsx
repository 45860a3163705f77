import { render, screen } from '@testing-library/react'
import { StaticRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { brand } from '@/lib/brand'
import { Contact } from './contact'
import { Privacy } from './privacy'
import { Terms } from './terms'

test.each([
  ['Terms', Terms, /25 tokens when you join/],
  ['Privacy', Privacy, /No cookies, no analytics, no trackers/],
  ['Contact', Contact, /One address for everything/],
  ['Contact', Contact, /the invitation comes by email/],
  ['Contact', Contact, /on its tab Privacy download what we hold about you or delete your account/],
  ['Terms', Terms, /You can use each code once/],
  ['Terms', Terms, /is on the order page as soon as you have ordered/],
])('shows %s', (title, Page, text) => {
  render(
    <StaticRouter location="/">
      <Page />
    </StaticRouter>,
  )
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})

test.each([Contact, Privacy])('links to the contact email', (Page) => {
  render(
    <StaticRouter location="/">
      <Page />
    </StaticRouter>,
  )
  expect(screen.getByRole('link', { name: brand.contactEmail })).toHaveAttribute(
    'href',
    `mailto:${brand.contactEmail}`,
  )
})
