/** Zone and language of a viewer, as the environment of a process: the runtime reads its language only at its start. */
type Viewer = { TZ: string; LC_ALL: string }

/** Tests have these, whatever the machine has. */
export const usual: Viewer = { TZ: 'UTC', LC_ALL: 'en_US.UTF-8' }

/** Those that `tests/viewers` runs as (D27): east and west of UTC, half an hour apart, other digits and separators. */
export const viewers: Record<string, Viewer> = {
  'auckland-de': { TZ: 'Pacific/Auckland', LC_ALL: 'de_DE.UTF-8' },
  'los-angeles-en': { TZ: 'America/Los_Angeles', LC_ALL: 'en_US.UTF-8' },
  'kolkata-ar': { TZ: 'Asia/Kolkata', LC_ALL: 'ar_EG.UTF-8' },
}
