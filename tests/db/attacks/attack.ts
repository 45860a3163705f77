import type { Scene } from './scene.ts'
import { type Answer, type Ask, send } from './send.ts'

/** One attempt, and the refusal that it must meet. */
export type Attack = {
  name: string
  expect: string
  /** What it rightly leaves behind, which it checks itself. */
  leaves?: string
  /** Returns what went wrong, or nothing when it was refused. */
  run(scene: Scene): Promise<string | undefined>
}

type Extra = Pick<Attack, 'leaves'> & {
  /** Checks the response further; returns what is wrong. */
  besides?: (answer: Answer, scene: Scene) => Promise<string | undefined> | string | undefined
}

/**
 * An attack by one request. `expect` is the summary of the response, or several: '403 42501 | 200 []', '4xx'. No response
 * may hold any of `Scene.secrets`, nor name evil.test.
 */
export function request(
  name: string,
  asked: Ask | ((scene: Scene) => Ask),
  expect: string,
  { besides, ...rest }: Extra = {},
): Attack {
  return {
    name,
    expect,
    ...rest,
    run: async (scene) => {
      const ask = typeof asked === 'function' ? asked(scene) : asked
      const answer = await send(scene, ask)
      if (!meets(answer.summary, expect)) {
        return `returned ${answer.summary} instead of ${expect}: ${answer.body.slice(0, 200)}`
      }
      return (ask.as === 'admin' ? undefined : leak(answer, ask, scene)) ?? (await besides?.(answer, scene))
    },
  }
}

/** The secret that a response gives away, unless the request held it. */
function leak({ body, head }: Answer, ask: Ask, { secrets }: Scene): string | undefined {
  const sent = JSON.stringify([ask.path, ask.body, ask.raw ?? ''])
  const unsent = secrets.filter((text) => !sent.includes(text))
  const secret = [...unsent, '//evil.test'].find((text) => `${head}\n${body}`.includes(text))
  return secret && `the response holds ${secret}: ${head} ${body.slice(0, 200)}`
}

function meets(summary: string, expect: string): boolean {
  return expect.split(' | ').some((wanted) => {
    const pattern = wanted.replace(/[[\]$.*+?()^{}\\]/g, '\\$&').replaceAll('xx', '\\d\\d')
    return new RegExp(`^${pattern}${wanted.includes(' ') ? '$' : '( |$)'}`).test(summary)
  })
}
