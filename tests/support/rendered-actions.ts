import { setImmediate as nextTurn } from 'node:timers/promises'
import { configure, getConfig } from '@testing-library/react'

const { asyncWrapper } = getConfig()

/**
 * Testing Library waits a millisecond after each action of a user. On a busy machine that has passed before React has rendered
 * what the action led to, such as the messages of a validation, which take these turns of the event loop.
 */
export function awaitRendering() {
  configure({
    asyncWrapper: (act) =>
      asyncWrapper(async () => {
        const result = await act()
        for (let turn = 0; turn < 3; turn++) await nextTurn()
        return result
      }),
  })
}
