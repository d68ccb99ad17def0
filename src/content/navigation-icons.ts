/** The icons of chapters in the sidebar. `site.yaml` names one for each. */
export const navigationIcons = [
  'book-open',
  'bot',
  'chart-line',
  'cloud-sun',
  'file-text',
  'lock-keyhole',
  'radio-tower',
  'rocket',
  'square-terminal',
] as const;

export type NavigationIcon = (typeof navigationIcons)[number];
