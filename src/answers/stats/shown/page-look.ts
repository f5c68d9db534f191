/** How the page looks: on a phone and on a desk, in light and dark, on paper. */
export const look = `:root{color-scheme:light dark;--ground:#fff;--text:#1d2329;--soft:#59636e;--line:#d8dee4;--track:#eceff2;--fill:#2563a8;--good:#2f7d4f;--fair:#8a94a0;--poor:#b3452f}
@media(prefers-color-scheme:dark){:root{--ground:#14181d;--text:#e6eaef;--soft:#9da7b3;--line:#333b45;--track:#262d36;--fill:#6aa5e8;--good:#5cb981;--fair:#818b98;--poor:#e07a62}}
@media print{:root{color-scheme:light;--ground:#fff;--text:#000;--soft:#444;--line:#bbb;--track:#eee;--fill:#2563a8;--good:#2f7d4f;--fair:#8a94a0;--poor:#b3452f}svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;line-height:1.25;margin:0}
h2{font-size:1.1rem;line-height:1.35;margin:0}
h3{font-size:1rem;margin:1rem 0 .2rem}
p{margin:.2rem 0}
.soft{color:var(--soft)}
section{border-top:1px solid var(--line);margin-top:1.5rem;padding-top:1.2rem}
ul{list-style:none;margin:.6rem 0;padding:0}
.bars li{display:grid;grid-template-columns:minmax(8rem,2fr) 3fr auto;gap:0 .8rem;align-items:center;padding:.15rem 0}
.bars svg{width:100%;height:1rem;display:block}
.figures{font-variant-numeric:tabular-nums;white-space:nowrap;text-align:right;min-width:8.5rem}
.note{grid-column:2/-1;font-size:.85rem;color:var(--soft)}
.track{fill:var(--track)}.fill{fill:var(--fill)}.good{fill:var(--good)}.fair{fill:var(--fair)}.poor{fill:var(--poor)}
.curve{fill:none;stroke:var(--fill);stroke-width:2;vector-effect:non-scaling-stroke}
.trend{width:100%;height:6rem;display:block;border-bottom:1px solid var(--line)}
.nps{width:100%;height:1.4rem;display:block;margin:.6rem 0 .2rem}
.scroll{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .7rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);min-width:5.5rem;overflow-wrap:normal}
.n{display:block;font-weight:400}
td svg{width:100%;height:.4rem;display:block}
@media(max-width:40rem){.bars li{grid-template-columns:1fr auto;padding:.3rem 0}.bars .label{grid-column:1/-1}.note{grid-column:1/-1}.figures{min-width:7rem}}
@media print{main{max-width:none;padding:0}body{font-size:11pt}.scroll{overflow:visible}h1,h2,h3,h2+.soft{break-after:avoid}li,tr,svg,p{break-inside:avoid}}
@page{margin:14mm}`
