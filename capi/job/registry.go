package job

import (
	"encoding/json"

	"github.com/tvcut/tvcut/core/partition"
)

// record is the JSON form of partition.Option.
type record struct {
	Name    string   `json:"name"`
	Group   string   `json:"group"`
	Kind    string   `json:"kind"`
	Words   []string `json:"words"`
	Range   string   `json:"range"`
	Absent  string   `json:"absent"`
	Default string   `json:"default"`
	Paper   string   `json:"paper"`
	Doc     string   `json:"doc"`
}

// Registry returns the presets and the records of all options as JSON, in the form that tvcut.h documents.
func Registry() string {
	all := struct {
		Presets []string `json:"presets"`
		Options []record `json:"options"`
	}{Presets: partition.Presets()}
	for _, o := range partition.Registry() {
		paper := o.Paper
		if paper == "" {
			paper = o.Default
		}
		all.Options = append(all.Options, record{o.Name, o.Group, string(o.Kind), o.Words, o.Want(), o.Absent, o.Default, paper, o.Doc})
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(text)
}
