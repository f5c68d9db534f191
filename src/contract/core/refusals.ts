/** With which status the service refuses, where it isn't 400: the specification's table of codes, and the texts of its rows. */
const statuses = new Map(
  Object.entries<readonly number[]>({
    user_not_authenticated: [401],
    invalid_credentials: [401],

    access_denied: [403],
    access_denied_to_folder: [403],
    ai_report_limit_reached: [403],
    blocked_by_tariff: [403],
    disk_limit_reached: [403],
    quiz_limit_today: [403],
    tariff_subdomain: [403],
    tariff_type: [403],
    user_deleted: [403],

    confirm_required: [422],
    field_ambiguous: [422],
    field_empty: [422],
    stage_deal_only: [422],
    stage_mismatch: [422],
    unknown_block: [422],
    unknown_crm: [422],
    unknown_entity: [422],
    unknown_messenger: [422],
    unknown_service: [422],

    // "400 or 422", as the specification has it.
    subdomain_forbidden: [400, 422],
    subdomain_invalid: [400, 422],
    subdomain_long: [400, 422],
    subdomain_taken: [400, 422],
  }),
)

export const hasOwnStatus = (code: string): boolean => statuses.has(code)

export const statusesOf = (code: string): readonly number[] => statuses.get(code) ?? [400]
