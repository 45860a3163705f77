import type { Call } from './call.ts'
import type { Stage } from './stage.ts'
import type { Name, OrderName, State } from './state.ts'

/** What operations can meet at. */
export type Subject = Name | OrderName | 'benefit' | 'code' | 'invite' | 'made' | 'logo'

/** Something that somebody does, which may be raced with everything else that is on one of the same subjects. */
export type Operation = {
  name: string
  /** What it changes, or counts on. */
  on: Subject[]
  /** Whose role it needs: it meets whatever is done to this person. */
  by?: Name
  call(stage: Stage): Call
  /** The same done to the model, alone; answers the word of the answer, or all that are right. */
  apply(state: State, opening: State): string | string[]
}

/** What an admin's write meets whose role went: no row that may be seen, or a guard that looks again (D11). */
export const NO_ADMIN = ['[]', 'not_admin', 'profile_column_forbidden']
