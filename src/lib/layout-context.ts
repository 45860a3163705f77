export type LayoutContext = { openNotifications: () => void }
