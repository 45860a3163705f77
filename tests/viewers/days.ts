export type Day = { day: string; start: string; end: string }

// Day boundaries, written by hand: an ordinary day, and those on which the clock changes (D27).
export const days: Day[] =
  {
    'Pacific/Auckland': [
      { day: '2026-11-20', start: '2026-11-19T11:00:00.000Z', end: '2026-11-20T11:00:00.000Z' },
      { day: '2026-04-05', start: '2026-04-04T11:00:00.000Z', end: '2026-04-05T12:00:00.000Z' },
      { day: '2026-09-27', start: '2026-09-26T12:00:00.000Z', end: '2026-09-27T11:00:00.000Z' },
    ],
    'America/Los_Angeles': [
      { day: '2026-11-20', start: '2026-11-20T08:00:00.000Z', end: '2026-11-21T08:00:00.000Z' },
      { day: '2026-03-08', start: '2026-03-08T08:00:00.000Z', end: '2026-03-09T07:00:00.000Z' },
      { day: '2026-11-01', start: '2026-11-01T07:00:00.000Z', end: '2026-11-02T08:00:00.000Z' },
    ],
    'Asia/Kolkata': [
      { day: '2026-11-20', start: '2026-11-19T18:30:00.000Z', end: '2026-11-20T18:30:00.000Z' },
      { day: '2026-12-31', start: '2026-12-30T18:30:00.000Z', end: '2026-12-31T18:30:00.000Z' },
    ],
  }[process.env.TZ ?? ''] ?? []
