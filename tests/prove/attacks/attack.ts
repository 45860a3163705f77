import type { Scene } from './scene.ts'
import { type Answer, type Ask, send } from './send.ts'

/** One thing that somebody tries, and the refusal it must meet. */
export type Attack = {
  name: string
  expect: string
  /** Why it can only be tried on an embedded backend: it needs the owner's SQL, or would use up an owner's guesses. */
  local?: string
  /** It leaves something that its actor may leave, an own order or an own name; it looks at that itself. */
  leaves?: string
  /** Answers what went wrong, in a sentence; nothing when the attack was refused. */
  run(scene: Scene): Promise<string | undefined>
}

type Asked = Ask | ((scene: Scene) => Ask)
type Extra = Pick<Attack, 'local' | 'leaves'> & {
  /** What must be true besides; answers what is not. */
  besides?: (answer: Answer, scene: Scene) => Promise<string | undefined> | string | undefined
}

/**
 * An attack by one request. `expect` is the summary of the answer, or several with '|' between them: '403 42501',
 * '200 []', '4xx'. Whatever the answer is, it must hold nothing of what `Scene.secrets` lists.
 */
export function request(name: string, asked: Asked, expect: string, extra: Extra = {}): Attack {
  const { besides, ...rest } = extra
  return {
    name,
    expect,
    ...rest,
    run: async (scene) => {
      const ask = typeof asked === 'function' ? asked(scene) : asked
      const answer = await send(scene, ask)
      if (!meets(answer.summary, expect)) {
        return `answered ${answer.summary} instead of ${expect}: ${answer.body.slice(0, 200)}`
      }
      return (ask.as === 'admin' ? undefined : leak(answer, ask, scene)) ?? (await besides?.(answer, scene))
    },
  }
}

/** The secret that an answer gives away, unless the request held it already. */
function leak({ body, head }: Answer, ask: Ask, { secrets }: Scene): string | undefined {
  const sent = JSON.stringify([ask.path, ask.body, ask.raw ?? ''])
  const secret = secrets.find((text) => `${head}\n${body}`.includes(text) && !sent.includes(text))
  return secret && `the answer holds ${secret}: ${body.slice(0, 200)}`
}

/** Does the summary of an answer fit one of the expected ones: '403 42501', or any of a status: '4xx', '403'. */
function meets(summary: string, expect: string): boolean {
  return expect.split(' | ').some((wanted) => {
    const pattern = wanted.replace(/[[\]$.*+?()^{}\\]/g, '\\$&').replaceAll('xx', '\\d\\d')
    return new RegExp(`^${pattern}${wanted.includes(' ') ? '$' : '( |$)'}`).test(summary)
  })
}

/** The first complaint of several, in order. */
export async function first(checks: (() => Promise<string | undefined>)[]): Promise<string | undefined> {
  for (const check of checks) {
    const complaint = await check()
    if (complaint) return complaint
  }
  return undefined
}
