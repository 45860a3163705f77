import { setupServer } from 'msw/node'

/** The HTTP edge of every screen test (C16); a request that no handler answers fails the test. */
export const server = setupServer()
