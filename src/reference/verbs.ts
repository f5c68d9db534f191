// Written by `npm run generate` from the groups of src/commands.

/** The verbs of each group, with their aliases. A mistyped command is looked for here, so that no group is loaded. */
export const verbs = `
quiz: list, ls; view; open; preview; create; generate; import; save; edit; export; undo; diff; impact; set; check; example; schema; publish; embed; rename; duplicate, copy; move; note; theme; conditions; make-template; archive; unarchive; delete, rm; restore
question: list, ls; view; fields; add; set; move; copy, duplicate; remove, rm, delete
option: add; set; move; remove, rm, delete
condition: list, ls; add; remove, rm, delete; test
project: init; pull; status; drift; plan; apply; check; adopt; forget; env add; resolve; rename-key; schema; fmt
text: list, ls; set; reset
version: list, ls; restore
folder: list, ls; create; rename; delete, rm; reorder
password: list, ls; add; change; remove, rm
qr: view; build
media: upload; option-image
favorite: list, ls; add; edit; remove, rm
template: list, ls
promo: list, ls; create; rename; delete; codes; add; remove, rm; import; attach; detach; sync; pinned
answer: list, ls; view; stats; sync status; sync stop; sync; forget
export: csv; xlsx; word; sav; codebook; sss; form; summary; report; print
report: view; files; inputs
ai-report: start; view; share
filter: save
appearance: view; set; preset-add; preset-remove
integration: list, ls; triage; logs; resend
webhook: list, ls; add; edit; enable; disable; remove, rm; logs; resend; test
messenger: view; activate; deactivate; delete; buttons; widgets; subject; remove-recipient; test
sheets: view; activate; deactivate; delete; widgets; switchers; mode; sync; export-all
crm: view; enable; disable; check; fields; map; account; lists; quizzes; settings; settings-set
automation: view; activate; deactivate; delete
counter: view; set; activate; deactivate; delete
email: view; template; questions; enable; disable; recipient-add; recipient-remove; recipient-toggle; recipient-confirm; recipient-resend
mailing: campaigns; campaign; recipients; contact-lists; contacts; templates; reputation; balance; settings; smtp-logs
smtp: view; logs; enable; disable; test
account: backup; verify; diff; restore; audit
tariff: view; list, ls
branding: set; logo-upload; logo-remove
domain: view; subdomain; type
storage: view; usage; hidden-files; verify
payment: view; set
partner: view; source-create; source-rename; source-delete
role: list, ls; set
member: access
scheduler: list, ls; create; edit; duplicate, copy; delete, rm
booking: list, ls; edit
block: add; remove, rm
auth: login; status; list, ls; switch; logout; move; token
config: list, ls; get; set; unset; path
sandbox: start; run; status; console; answer; lock; unlock; plan show; plan set; key owner; key participant; key revoke; account add; connect; disconnect; revoke; inbox; fault add; fault list; fault clear; mailing add; booking add; save; reset
mcp: tools; config; 
api: 
operation: list, ls; openapi
completion: 
doctor: 
`
