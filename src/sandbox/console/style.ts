/** The console's style sheet: light and dark as the reader prefers, nothing loaded from elsewhere. */
export const style = `
*,*::before,*::after{box-sizing:border-box}
:root{
  color-scheme:light dark;
  --page:light-dark(#f6f7f9,#14171c);--card:light-dark(#fff,#1c2027);--text:light-dark(#1a202b,#e8ebf0);--soft:light-dark(#566072,#a3adbd);
  --line:light-dark(#dfe3ea,#323944);--edge:light-dark(#7b8698,#78849a);--accent:light-dark(#2450c8,#9db8ff);--on-accent:light-dark(#fff,#101828);
  --tint:light-dark(#e9effd,#26314b);
  --good:light-dark(#0d6b3c,#7fe0ab);--good-tint:light-dark(#e0f5e9,#15372a);
  --bad:light-dark(#a81e16,#ffa89f);--bad-tint:light-dark(#fde9e7,#4a201d);
  --wait:light-dark(#7a4b00,#f5cc7f);--wait-tint:light-dark(#fdf1d9,#43330f);
}
html{-webkit-text-size-adjust:100%;scroll-padding-top:4rem}
body{margin:0;color:var(--text);background:var(--page);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
[hidden]{display:none!important}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
code{font:.9em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.skip{position:absolute;left:.5rem;top:-4rem;padding:.5rem 1rem;background:var(--card);z-index:2}
.skip:focus{top:.5rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}

header{background:var(--card);border-bottom:1px solid var(--line);position:sticky;top:0;z-index:1}
.brand{margin:0;padding:.6rem 1rem 0;font-weight:700}
nav ul{display:flex;gap:.25rem;margin:0;padding:.35rem .75rem .5rem;list-style:none;overflow-x:auto}
.channels ul{flex-wrap:wrap;padding:0 0 .75rem}
nav a{display:block;padding:.4rem .7rem;border-radius:8px;color:var(--text);text-decoration:none;white-space:nowrap}
nav a:hover{background:var(--tint)}
nav a[aria-current]{background:var(--tint);color:var(--accent);font-weight:600}
main{max-width:80rem;margin:0 auto;padding:1rem}
.plain main{max-width:38rem;padding-top:18vh}
h1{margin:0;font-size:1.5rem;line-height:1.25}
h2{margin:2rem 0 .75rem;font-size:1.15rem}
h3{margin:0;font-size:1rem}
.title{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:2.75rem;margin-bottom:.5rem}
.notice:empty{display:none}
.notice{margin:0 0 1rem;padding:.6rem 1rem;border-radius:8px;background:var(--good-tint);color:var(--good);font-weight:550}
.problems{margin:0 0 1rem;padding:.6rem 1rem;border-radius:8px;background:var(--bad-tint);color:var(--bad);font-weight:550}
.problems p{margin:0}
.soft{color:var(--soft)}
.empty{padding:2.5rem 1rem;text-align:center;color:var(--soft);border:1px dashed var(--edge);border-radius:12px}

.card,.letter{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.15rem;margin:0 0 .75rem}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.4rem 1rem;margin:0;align-items:center}
dl.facts dt{color:var(--soft)}dl.facts dd{margin:0;min-width:0}
.wide{position:relative;overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:12px}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{padding:.55rem .9rem;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-weight:550;font-size:.87rem;white-space:nowrap}
tbody th{font-weight:600;min-width:11rem}
.number{text-align:right!important;font-variant-numeric:tabular-nums;white-space:nowrap}
td time,td .chip,.nowrap{white-space:nowrap}
th .soft,td .soft{font-weight:400;font-size:.9em}
.path{font:.9em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;min-width:14rem}
td.text{min-width:15rem}
tr.fresh,.letter.fresh{animation:fresh 2.5s}
@keyframes fresh{from{background:var(--tint)}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
.chip{display:inline-block;padding:.05rem .55rem;border-radius:99px;font-size:.85rem;font-weight:600;background:var(--tint);color:var(--accent)}
.chip.good{background:var(--good-tint);color:var(--good)}.chip.bad{background:var(--bad-tint);color:var(--bad)}
.chip.wait{background:var(--wait-tint);color:var(--wait)}.chip.soft{background:transparent;box-shadow:inset 0 0 0 1px var(--edge);color:var(--soft)}
.links{display:flex;flex-wrap:wrap;gap:.25rem .9rem}

.letter h2{margin:.35rem 0;font-size:1.05rem;overflow-wrap:anywhere}
.letter .head{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;color:var(--soft);font-size:.9rem}
.letter pre{margin:.5rem 0 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;max-height:24rem;overflow:auto}

button,.button{min-height:2.5rem;padding:.4rem 1rem;border-radius:8px;border:1px solid var(--edge);background:var(--card);color:var(--text);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--tint)}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button.primary:hover{filter:brightness(1.08)}
.copied{display:inline-flex;flex-wrap:wrap;align-items:center;gap:.5rem;max-width:100%}
.copy{min-height:1.9rem;padding:.05rem .65rem;font-size:.85rem}
#live::before{content:"";display:inline-block;width:.6em;height:.6em;margin-right:.5em;border-radius:50%;background:var(--good)}
#live[data-paused]::before{background:var(--edge)}
form.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:.9rem 1.25rem;align-items:start}
form.fields>.whole{grid-column:1/-1}
label{display:block;font-weight:550}
label .soft,legend .soft{font-weight:400}
input:not([type=checkbox]),select{width:100%;min-height:2.5rem;margin-top:.2rem;padding:.35rem .65rem;border:1px solid var(--edge);border-radius:8px;background:var(--page);color:var(--text);font:inherit}
label.check{display:flex;gap:.6rem;align-items:center;min-height:2.25rem}
input[type=checkbox]{width:1.15rem;height:1.15rem;margin:0;accent-color:var(--accent)}
fieldset{margin:0;padding:0;border:0}fieldset+fieldset{margin-top:1.5rem}legend{padding:0;margin-bottom:.5rem;font-weight:650}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.25rem 1.25rem}
.row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin-top:1rem}

h2.group{margin:0 0 .5rem}h2 .soft{font-weight:400;font-size:1rem}
ul.groups{columns:20rem;column-gap:1.5rem;margin:0;padding:0;list-style:none}
ul.groups li{break-inside:avoid;padding:.35rem 0}
.operation{scroll-margin-top:7rem}
.operation>h2{display:flex;flex-wrap:wrap;gap:.5rem;align-items:baseline;margin:0 0 .25rem;font-size:1rem}
.operation h3{margin:1rem 0 .35rem;color:var(--soft);font-size:.9rem;font-weight:600}
.operation p{margin:.25rem 0}
.operation ul{margin:.25rem 0;padding-left:1.2rem}
.operation .wide{border-radius:8px}
.operation pre{margin:0;padding:.75rem;overflow:auto;max-height:22rem;border:1px solid var(--line);border-radius:8px;background:var(--page)}
summary{cursor:pointer;padding:.35rem 0;font-weight:550}
@media(max-width:56rem){th,td{padding:.5rem .6rem}tbody th{min-width:7rem}}
@media(max-width:44rem){
  dl.facts{grid-template-columns:minmax(0,1fr);gap:0}dl.facts dd{margin-bottom:.5rem}
  thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  table,tbody,tbody tr,tbody th,tbody td{display:block}
  tbody tr{padding:.6rem .9rem;border-top:1px solid var(--line)}tbody tr:first-child{border-top:0}
  tbody th,tbody td{padding:.15rem 0;border:0}
  tbody td[data-label]{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.75rem}
  tbody td[data-label]::before{content:attr(data-label);color:var(--soft);font:.9rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
  tbody td:has(>div:empty){display:none}
  .number{text-align:left!important}.path,td.text{min-width:0}
}
@media(min-width:64rem){
  body:not(.plain){display:grid;grid-template-columns:13rem minmax(0,1fr);min-height:100vh}
  header{border-bottom:0;border-right:1px solid var(--line);position:static}
  header>*{position:sticky;top:0}
  .brand{padding:1.25rem 1.25rem .5rem}
  header nav{top:3.5rem}
  header nav ul{flex-direction:column;padding:.25rem .75rem}
  main{width:100%;padding:1.25rem 2rem}
}
`
