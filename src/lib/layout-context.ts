/** For `useOutletContext`. */
export type LayoutContext = { openNotices: () => void }
