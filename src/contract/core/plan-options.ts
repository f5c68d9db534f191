/** Options of a plan. The first eleven are the specification's names; the rest are what its rows speak of without a name. */
export const planOptions = [
  'custom_text',
  'sheets',
  'analytics_a',
  'analytics_b',
  'pixel_a',
  'pixel_b',
  'messenger_a',
  'messenger_b',
  'automation',
  'crm_a',
  'crm_b',
  'webhook',
  'quiz_payment',
  'subdomain',
  'domain',
  'own_storage',
  'hide_copyright',
  'ai_report',
  'ai_report_share',
  'media',
] as const
export type PlanOption = (typeof planOptions)[number]
