import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { Landing } from '../features/landing/landing.tsx'
import { Contact, Privacy, Terms } from '../features/legal/documents.tsx'
import { brand } from '../lib/brand.ts'
import { paths } from '../lib/paths.ts'

const pages = [
  {
    path: paths.home,
    title: 'An invite-only membership',
    description: `An invite-only membership for professionals: AI tools, courses, templates and software for tokens. ${brand.signupTokens} free tokens when you join.`,
    page: <Landing />,
  },
  {
    path: paths.terms,
    title: 'Terms',
    description: `The terms of ${brand.name}, in plain words.`,
    page: <Terms />,
  },
  {
    path: paths.privacy,
    title: 'Privacy',
    description: `What ${brand.name} keeps about you, and why.`,
    page: <Privacy />,
  },
  { path: paths.contact, title: 'Contact', description: `How to reach ${brand.name}.`, page: <Contact /> },
]

export type StaticPage = (typeof staticPages)[number]

export const staticPages = pages.map(({ page, ...about }) => ({
  ...about,
  markup: renderToStaticMarkup(<StaticRouter location={about.path}>{page}</StaticRouter>),
}))

/** Each gets a file; those with an id share one. */
export const appPaths = Object.values(paths).filter(
  (path) => typeof path === 'string' && !pages.some((page) => page.path === path),
) as string[]
