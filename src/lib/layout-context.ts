export type LayoutContext = { openNotices: () => void }
