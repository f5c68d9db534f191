/** The topics of `surveyctl help TOPIC`, in the order in which they are listed. */
import { chosenForms } from '../../output/form.ts'
import { aboutOf, flagTerm, type CommonFlag, type headings } from '../../cli/flags/flag.ts'
import { commonFlags } from '../../cli/flags/table.ts'
import { exitCodesTopic } from './exit-codes.ts'
import type { Topic } from './topic.ts'

/** The facts of no particular command, for the descriptions of flags. */
const anyCommand = { isList: true, isFile: false, isWrite: true, takesFile: true, bulk: true, confirms: true }

const flagTerms = (heading: keyof typeof headings): [string, string][] =>
  Object.values<CommonFlag>(commonFlags)
    .filter((flag) => flag.heading === heading)
    .map((flag) => [flagTerm(flag), aboutOf(flag, anyCommand)])

const flags = (): Topic => ({
  name: 'flags',
  title: 'Flags of all commands',
  parts: [
    { terms: [...flagTerms('output'), ...flagTerms('run'), ['-h, --help', 'Show help'], ['-V, --version', 'Show the version']] },
    "They may stand before the noun, before the verb or after it. A command's own flags are on its help page.",
  ],
})

const output: Topic = {
  name: 'output',
  title: 'Forms of output',
  parts: [
    'Standard output carries the result and nothing else; notes, progress, prompts and errors go to standard error. On a terminal lists are tables; in a pipe the same lists are tab-separated rows without a header, nothing cut, times as RFC 3339.',
    {
      terms: [
        ['--json', 'the result as JSON; a list is an array, off a terminal with a row a line'],
        ['--ndjson', 'a list as one JSON object a line, each as it arrives'],
        ['--fields id,name,folder.name', 'these fields, in this order, in every form; dots reach inside'],
        ['--jq EXPRESSION', 'filters the JSON with jq; a text prints as it is'],
        ['--raw', "the service's answer, byte for byte"],
        ['--quiet', 'no notes and no progress; a write prints only the id of what it created or changed'],
      ],
    },
    'Long lists on a terminal go through $SURVEYCTL_PAGER, else $PAGER, else less if it is installed; an empty SURVEYCTL_PAGER, or cat, turns the pager off.',
    {
      commands: [
        "surveyctl quiz list --jq '.[].id'",
        'surveyctl answer list 42 --all --ndjson',
        'surveyctl quiz list --fields id,name --limit 5',
      ],
    },
  ],
}

const environment: Topic = {
  name: 'environment',
  title: 'Environment variables',
  parts: [
    {
      terms: [
        ['SURVEYCTL_API_KEY, SURVEYCTL_API_KEY_FILE', 'the key, or a file or pipe that holds it'],
        ['SURVEYCTL_BASE_URL, SURVEYCTL_WORKSPACE, SURVEYCTL_PROFILE', "instead of the profile's"],
        ['SURVEYCTL_CONFIG_DIR', 'the folder for settings and all other files'],
        ['SURVEYCTL_OUTPUT', `${chosenForms.join(' or ')}: the form of output when no flag says otherwise`],
        ['SURVEYCTL_NO_INPUT, CI', 'never prompt'],
        ['SURVEYCTL_DEBUG', '1: as --debug'],
        ['SURVEYCTL_TRUST', "folders, separated by colons, in which another user's .surveyctl.json and surveyctl.yaml count"],
        ['SURVEYCTL_PAGER, PAGER', 'the pager for long output on a terminal'],
        ['SURVEYCTL_SPINNER', '0: no spinner'],
        ['SURVEYCTL_SANDBOX', 'the sandbox that "surveyctl sandbox" commands speak to: ADDRESS#TOKEN'],
        ['NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE', 'whether to colour'],
        ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS', 'proxies, and further certificate authorities'],
        ['NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE', 'where Node caches compiled code, or that it does not'],
      ],
    },
    'A value is taken from the flag, else the environment, else .surveyctl.json of this folder or a parent (profile and workspace; never a key), else the profile. To see each with where it came from: surveyctl config list',
  ],
}

const references: Topic = {
  name: 'references',
  title: 'How surveys and other things are named',
  parts: [
    'A survey is named by its id, its virtual_id, its address (shared or preview) or its exact name; a folder by its id or exact name. A name that fits several is refused with their ids; on a terminal they are offered. For a mistyped name a similar one is suggested.',
    'Commands for several surveys read them from standard input for -, one a line.',
    'On a terminal, what is missing is asked for: surveys, folders, webhooks, promo lists, versions, roles, schedulers, templates, presets, recipients, campaigns, labels and profiles from a list that can be searched by typing.',
    { commands: ['surveyctl quiz view "Spring"', "surveyctl quiz list --folder 3 --jq '.[].id' | surveyctl quiz archive -"] },
  ],
}

const errors: Topic = {
  name: 'errors',
  title: 'Errors, and what to do about them',
  parts: [
    "One line says what happened to which thing, with the service's code in parentheses; a second says what to do. All problems of a command line are reported at once, before anything is sent (exit code 2).",
    'Under --json standard error gets one object: {"error": {"kind", "code", "status", "message", "hint", "retryable", "request", "fields"?, "details"?}}. Its kind decides the exit code: surveyctl help exit-codes',
    {
      terms: [
        ['--debug', 'every request and answer with its time; keys, passwords and codes masked'],
        ['--dry-run', 'the requests that would be sent, and no write'],
        ['surveyctl doctor', 'what works, what does not, and what to do'],
      ],
    },
    'Reads, and writes that are safe to repeat, are tried up to three times more after a failed connection, 429 and 5xx. If the answer to any other write is lost, the tool looks up on the service whether it was done, and reports that. If that cannot be found out, the outcome stays unknown, and the error names the command that shows it. A 429 from a proxy on the way never leads to a write being repeated.',
  ],
}

const bulk: Topic = {
  name: 'bulk',
  title: 'The same command for several surveys',
  parts: [
    'Commands that take SURVEY... run for several at once, print a line each, and exit with 9 if only some succeed. What is done is written to a journal, by operation and survey: after an interruption the same command with --resume continues, also with the surveys in another order, more of them or fewer. Nothing is done twice, nothing is left out. If there is nothing to resume, it asks before it does everything, or refuses if it cannot ask. A single survey has no journal.',
    {
      terms: (['concurrency', 'resume', 'maxErrors', 'failures'] as const).map((name) => [
        flagTerm(commonFlags[name]),
        aboutOf(commonFlags[name], anyCommand),
      ]),
    },
    {
      commands: [
        'surveyctl quiz publish 42 43 46',
        "surveyctl quiz list --all --jq '.[].id' | surveyctl quiz archive - --failures failed.txt",
        'surveyctl promo import 42 codes.csv --name "May letter"',
      ],
    },
  ],
}

const sandbox: Topic = {
  name: 'sandbox',
  title: 'The whole service on this machine',
  parts: [
    'surveyctl sandbox start runs the service with demo data on this machine, and saves a profile for it. No account is needed, and nothing leaves the machine. It prints requests as they come, until Ctrl-C. The address beside "console" opens a page with surveys, inbox, deliveries, requests, faults, plan, keys and the API reference.',
    {
      terms: [
        ['surveyctl sandbox run -- COMMAND', 'runs a command against a fresh sandbox, and stops it: for tests and CI'],
        ['surveyctl sandbox answer SURVEY', 'answers a survey as respondents do'],
        ['surveyctl sandbox inbox', 'letters, messages and rows that the service would have sent'],
        ['surveyctl sandbox fault add', 'makes requests fail, to see what a script does then'],
        ['surveyctl sandbox plan set', 'changes the plan, to meet its limits'],
        ['surveyctl sandbox save DIR', 'saves all its data; sandbox start --data DIR continues from it'],
      ],
    },
    {
      commands: ['surveyctl sandbox start', 'surveyctl --profile sandbox quiz list', 'surveyctl sandbox run -- surveyctl quiz list --json'],
    },
  ],
}

export const topics = (): Topic[] => [exitCodesTopic(), environment, output, references, errors, bulk, sandbox, flags()]
