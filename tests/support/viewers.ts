/** Environment variables for time zone and language, which Node.js reads at its start. */
type Viewer = { TZ: string; LC_ALL: string }

/** For all other tests. */
export const usual: Viewer = { TZ: 'UTC', LC_ALL: 'en_US.UTF-8' }

/** For `tests/viewers` (D27): zones on both sides of UTC, half hours, other digits and separators. */
export const viewers = {
  'auckland-de': { TZ: 'Pacific/Auckland', LC_ALL: 'de_DE.UTF-8' },
  'los-angeles-en': { TZ: 'America/Los_Angeles', LC_ALL: 'en_US.UTF-8' },
  'kolkata-ar': { TZ: 'Asia/Kolkata', LC_ALL: 'ar_EG.UTF-8' },
} satisfies Record<string, Viewer>
